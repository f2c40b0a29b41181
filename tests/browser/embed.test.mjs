// Embedding from another origin: asked, allowed, refused, seen; the element, the plain protocol, the demo.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LINES, launch, openPage, serveFiles, serveSite, words } from './support.mjs';

let site, host, browser;
before(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  const html = { 'Content-Type': 'text/html' };
  host = await serveFiles({
    '/element.html': {
      headers: html,
      body: `<!doctype html><title>host</title><script defer src="${site.url}bfclx-scorer.js"></script><bfclx-scorer name="theirs"></bfclx-scorer>`,
    },
    '/src.html': {
      headers: html,
      body: `<!doctype html><title>host</title><script defer src="${site.url}bfclx-scorer.js"></script><bfclx-scorer name="theirs" src="r.json" fragment="#results&verdict=fail"></bfclx-scorer>`,
    },
    '/r.json': { body: LINES },
    '/frame.html': { headers: html, body: `<!doctype html><title>host</title><iframe src="${site.url}embed.html" width="1000" height="700"></iframe>` },
  });
});
after(async () => {
  await browser?.close();
  site?.close();
  host?.close();
});

async function on(url, check, options = {}) {
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin, host.origin], ...options });
  const tables = [];
  context.on('request', (request) => request.url().includes('/leaderboard/') && tables.push(request.url()));
  try {
    await page.goto(url);
    await check(page, problems);
    assert.deepEqual(tables, [], 'a frame has no public table');
    // The plain host has no icon.
    assert.deepEqual(problems.filter((problem) => !/404/.test(problem)), []);
  } finally {
    await context.close();
  }
}

const inside = (page) => page.frameLocator('iframe');

/** Answers a question: newer browsers drop what is clicked in a frame of another origin that has just come, and a person clicks again. */
async function press(button) {
  for (let i = 0; i < 20; i++) {
    await button.click();
    if (await button.waitFor({ state: 'detached', timeout: 1500 }).then(() => true, () => false)) return;
  }
  throw new Error('the question stays open');
}

/** Scores LINES through the element; the outcome, or why not. */
const score = (page) =>
  page.evaluate(async (text) => {
    await customElements.whenDefined('bfclx-scorer');
    const element = document.querySelector('bfclx-scorer');
    globalThis.seen ??= [];
    for (const type of ['asking', 'progress', 'result', 'refused', 'error']) {
      element.addEventListener(`bfclx-${type}`, () => globalThis.seen.push(type), { once: true });
    }
    globalThis.outcome = element.score(text, { verdicts: true }).catch((error) => ({ error: error.message }));
  }, LINES);
const outcome = (page) =>
  page.evaluate(() => Promise.race([globalThis.outcome, new Promise((_, fail) => setTimeout(fail, 60_000, new Error('no outcome in a minute')))]));

test('another origin is asked about, and allowed once', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await score(page);
    const dialog = inside(page).locator('bx-dialog');
    await dialog.getByText(host.origin).waitFor();
    assert.match(await words(dialog), /sends 1 file, \d+ B, to be scored here as theirs/);
    assert.match(await words(dialog), /which of its entries you open/);
    assert.equal(await inside(page).locator('bx-run-head h1').count(), 0);
    await press(dialog.getByRole('button', { name: 'Score it' }));
    const { summary, verdicts } = await outcome(page);
    assert.deepEqual([summary.name, summary.right, summary.entries], ['theirs', 2, 3]);
    assert.equal(verdicts.trim().split('\n').length, 4);
    assert.deepEqual(await page.evaluate(() => globalThis.seen.filter((type) => type !== 'progress')), ['asking', 'result']);
    await inside(page).locator('bx-run-head h1', { hasText: 'theirs' }).waitFor();
    assert.equal(await inside(page).locator('bx-top-bar').count(), 0);
    await inside(page).locator('bx-findings').getByText('2 warnings').waitFor();
    // Once is once.
    await score(page);
    await dialog.getByRole('button', { name: 'Refuse' }).waitFor();
  }));

test('refused: nothing is used, and it is not asked twice', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await score(page);
    await press(inside(page).getByRole('button', { name: 'Refuse' }));
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
    await score(page);
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
    assert.equal(await inside(page).locator('bx-run-head h1').count(), 0);
  }));

test('closing the question refuses', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await score(page);
    await press(inside(page).locator('bx-dialog').getByRole('button', { name: 'Close' }));
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
  }));

test('src is fetched by the host; in a frame no yes outlasts the visit', () =>
  on(`${host.origin}/src.html`, async (page) => {
    const dialog = inside(page).locator('bx-dialog');
    await dialog.getByText(host.origin).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Always for this page' }).count(), 0);
    await press(dialog.getByRole('button', { name: 'Score it' }));
    await inside(page).locator('bx-run-head h1', { hasText: 'theirs' }).waitFor();
    await page.reload();
    await dialog.getByText(host.origin).waitFor();
  }));

test('a question that cannot be seen cannot be answered with yes', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await page.evaluate(() => (document.querySelector('bfclx-scorer').style.opacity = '0.01'));
    await score(page);
    const yes = inside(page).getByRole('button', { name: 'Score it' });
    await inside(page).locator('bx-dialog').getByText('not fully visible').waitFor();
    assert.equal(await yes.isDisabled(), true);
    await page.waitForTimeout(1000);
    assert.equal(await yes.isDisabled(), true);
    await page.evaluate(() => (document.querySelector('bfclx-scorer').style.opacity = '1'));
    await press(yes);
    assert.equal((await outcome(page)).summary.name, 'theirs');
  }));

test('what a page sends is results: a dataset among it is left out', () =>
  on(`${host.origin}/element.html`, async (page) => {
    const line = '{"id": "simple_python_90000", "question": [], "function": []}';
    const done = page.evaluate(async ([lines, data]) => {
      await customElements.whenDefined('bfclx-scorer');
      return document.querySelector('bfclx-scorer').score([
        { path: 'data/BFCL_v4_simple_python.json', data },
        { path: 'data/possible_answer/BFCL_v4_simple_python.json', data },
        { path: 'm.json', data: lines },
      ]);
    }, [LINES, line]);
    await press(inside(page).getByRole('button', { name: 'Score it' }));
    const { summary } = await done;
    assert.deepEqual([summary.right, summary.entries], [2, 3]);
    assert.match(summary.problems.map(({ message }) => message).join(), /a dataset file/);
  }));

test('the plain protocol: PING, PONG, wrong requests, strangers', () =>
  on(`${host.origin}/frame.html`, async (page) => {
    const responses = await page.evaluate(async (origin) => {
      const frame = document.querySelector('iframe').contentWindow;
      const got = [];
      addEventListener('message', (event) => event.origin === origin && got.push(event.data));
      const until = async (test) => {
        for (let i = 0; i < 200 && !got.some(test); i++) {
          if (!got.includes('PONG')) frame.postMessage('PING', origin);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await until((data) => data === 'PONG');
      frame.postMessage({ other: 'library' }, origin);
      frame.postMessage({ bfclx: 9, id: 'v' }, origin);
      frame.postMessage({ bfclx: 1, id: 'w', type: 'score', files: 'x' }, origin);
      frame.postMessage({ bfclx: 1, id: 's', type: 'show', fragment: '#dataset&url=https://evil.example/x' }, origin);
      await until((data) => data.id === 's');
      return got.filter((data) => data !== 'PONG');
    }, site.origin);
    assert.deepEqual(responses.map(({ id, type }) => `${id} ${type}`), ['v error', 'w error', 's shown']);
    await inside(page).locator('bx-dataset').waitFor();
    // A frame inside the host is neither parent nor opener of the scorer.
    const stranger = await page.evaluate(async (origin) => {
      const other = document.createElement('iframe');
      document.body.append(other);
      const target = document.querySelector('iframe').contentWindow;
      const got = [];
      other.contentWindow.addEventListener('message', (event) => got.push(event.data));
      other.contentWindow.eval('window.say = (target, origin) => target.postMessage("PING", origin)');
      other.contentWindow.say(target, origin);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return got;
    }, site.origin);
    assert.deepEqual(stranger, []);
  }));

test('a problem of the data comes back as a sentence', () =>
  on(`${host.origin}/element.html`, async (page) => {
    const done = page.evaluate(async () => {
      await customElements.whenDefined('bfclx-scorer');
      return document.querySelector('bfclx-scorer').score('no results at all').then(() => '', (error) => error.message);
    });
    await press(inside(page).getByRole('button', { name: 'Score it' }));
    assert.match(await done, /No response could be scored/);
  }));

/** Of the site's own origin, which is not asked about: a page with the element alone. */
const trusted = (check) =>
  on(`${site.url}icon.svg`, async (page, problems) => {
    await page.route('**/bare.html', (one) =>
      one.fulfill({ contentType: 'text/html', body: '<!doctype html><title>host</title><script defer src="bfclx-scorer.js"></script><bfclx-scorer name="m"></bfclx-scorer>' }));
    await page.goto(`${site.url}bare.html`);
    await page.evaluate(() => customElements.whenDefined('bfclx-scorer'));
    await check(page, problems);
  });

/** Calls a method of the element; what it gives, or `refused: why`. */
const call = (page, method, ...given) =>
  page.evaluate(([name, values]) => document.querySelector('bfclx-scorer')[name](...values).catch((error) => `refused: ${error.message}`), [method, given]);

test('select, remove, and the same name replaces', () =>
  trusted(async (page) => {
    const head = inside(page).locator('bx-run-head h1');
    const first = await call(page, 'score', LINES, { name: 'a' });
    assert.equal(first.summary.right, 2);
    const { weight, missing_as_0: zero, leaderboard } = first.summary.overall;
    assert.equal(leaderboard, 'v4');
    assert.ok(weight > 0 && weight < 0.2 && zero < first.summary.overall.score, JSON.stringify(first.summary.overall));
    const { basis } = first.summary.overall;
    assert.equal(basis.kind, 'partial');
    assert.match(basis.text, /^covers \d+\.\d % of the weight/);
    // Right or wrong in all or none: never an interval without a width, as little as on the page.
    for (const { interval_95: range } of [...first.summary.categories, first.summary.overall]) assert.ok(range.high - range.low > 0.01, JSON.stringify(range));
    await call(page, 'score', LINES, { name: 'b', show: false });
    await head.getByText('a', { exact: true }).waitFor();
    await call(page, 'select', 'b');
    await head.getByText('b', { exact: true }).waitFor();
    // Newer and better; it stands where the old one stood.
    const again = await call(page, 'score', LINES.split('\n')[0], { name: 'a', show: false });
    assert.deepEqual([again.summary.name, again.summary.right, again.summary.entries], ['a', 1, 1]);
    const names = async () => {
      await inside(page).getByRole('button', { name: /, loaded runs$/ }).click();
      await inside(page).locator('bx-run-menu .take').first().waitFor();
      const all = await inside(page).locator('bx-run-menu .take > .cut').allInnerTexts();
      await inside(page).getByRole('button', { name: /, loaded runs$/ }).click();
      return all;
    };
    assert.deepEqual(await names(), ['a', 'b']);
    // What cannot be scored replaces nothing.
    assert.match(await call(page, 'score', 'nothing', { name: 'a' }), /^refused: No response could be scored/);
    assert.deepEqual(await names(), ['a', 'b']);
    await call(page, 'select', 'a');
    await inside(page).locator('bx-run-head').getByText('1 of 1').waitFor();
    assert.match(await call(page, 'select', 'c'), /refused: unknown run "c"/);
    await call(page, 'remove', 'a');
    assert.deepEqual(await names(), ['b']);
    assert.match(await call(page, 'remove', 'a'), /refused: unknown run "a"/);
  }));

test('the summary carries the warnings that the site shows', () =>
  trusted(async (page) => {
    const clean = await call(page, 'score', LINES, { name: 'clean', show: false });
    assert.deepEqual(clean.summary.warnings.filter(({ kind }) => kind !== 'missing_entries'), []);
    const broken = Array.from({ length: 5 }, (_, i) => JSON.stringify({ id: `simple_python_9000${i}`, result: 'Error during inference: connection refused' })).join('\n');
    const { summary } = await call(page, 'score', broken, { name: 'broken', show: false });
    const [warning] = summary.warnings;
    assert.deepEqual([warning.kind, warning.count, warning.of, warning.categories], ['inference_errors', 5, 5, [{ category: 'simple_python', count: 5, of: 5 }]]);
    assert.match(warning.text, /5 of 5 responses in simple_python are generation errors/);
    assert.equal('run' in warning, false);
  }));

test('a run that the reader brought is not the page’s to show, to replace or to take away', () =>
  trusted(async (page) => {
    await call(page, 'show', '#score');
    const frame = page.frames()[1];
    await frame.locator('input[type=file]').first().setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from(LINES) });
    await inside(page).locator('bx-run-head h1', { hasText: 'own' }).waitFor();
    assert.match(await call(page, 'remove', 'own'), /refused/);
    assert.match(await call(page, 'select', 'own'), /refused/);
    const { summary } = await call(page, 'score', LINES, { name: 'own', show: false });
    assert.equal(summary.name, 'own (2)');
    // Nor does it hear of the entries that are read there.
    await page.evaluate(() => document.addEventListener('bfclx-entry', ({ detail }) => (globalThis.heard ??= []).push(`${detail.run} ${detail.entry}`)));
    await call(page, 'show', '#results&run=own&entry=simple_python_90000');
    await call(page, 'show', '#results&run=own+(2)&entry=simple_python_90002');
    await call(page, 'show', '#results&run=own+(2)');
    await page.waitForFunction(() => globalThis.heard?.length === 2);
    assert.deepEqual(await page.evaluate(() => globalThis.heard), ['own (2) simple_python_90002', 'own (2) null']);
  }));

test('theme is lent for the visit; the reader’s own choice stays', () =>
  trusted(async (page) => {
    const frame = page.frames()[1];
    const shown = () => frame.evaluate(() => document.documentElement.dataset.theme ?? 'system');
    const kept = await frame.evaluate(() => localStorage.getItem('bfclx-theme'));
    await page.evaluate(() => (document.querySelector('bfclx-scorer').theme = 'dark'));
    await frame.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.equal(await frame.evaluate(() => localStorage.getItem('bfclx-theme')), kept);
    await page.evaluate(() => document.querySelector('bfclx-scorer').removeAttribute('theme'));
    await frame.waitForFunction(() => !document.documentElement.dataset.theme);
    const error = page.evaluate(() => new Promise((done) => document.addEventListener('bfclx-error', ({ detail }) => done(detail.message), { once: true })));
    await page.evaluate(() => (document.querySelector('bfclx-scorer').theme = 'url(//evil)'));
    assert.match(await error, /theme must be one of/);
    assert.equal(await shown(), 'system');
  }));

test('Back in the page around never walks inside the frame, which has its own', () =>
  trusted(async (page) => {
    await page.evaluate(() => history.pushState(null, '', '#host'));
    const before = await page.evaluate(() => history.length);
    await call(page, 'score', LINES, { name: 'a' });
    await inside(page).locator('bx-table [role=row]', { hasText: 'simple_python_90002' }).click();
    await inside(page).locator('bx-entry-detail').waitFor();
    const where = () => page.frames()[1].evaluate(() => location.hash);
    assert.match(await where(), /entry=simple_python_90002/);
    await call(page, 'show', '#dataset');
    await page.frames()[1].evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '#playground', textContent: 'a link' });
      document.body.append(link);
      link.click();
    });
    await inside(page).locator('bx-playground').waitFor();
    assert.equal(await page.evaluate(() => history.length), before);
    await inside(page).getByRole('button', { name: 'Back', exact: true }).click();
    await inside(page).locator('bx-dataset').waitFor();
    await page.evaluate(() => history.back());
    await page.waitForFunction(() => location.hash === '');
    assert.match(await where(), /^#dataset/);
  }));

test('mode=failures: the list and the open entry alone', () =>
  trusted(async (page) => {
    await page.evaluate(() => {
      const made = document.createElement('bfclx-scorer');
      made.setAttribute('mode', 'failures');
      document.querySelector('bfclx-scorer').replaceWith(made);
    });
    await call(page, 'score', LINES, { name: 'a' });
    const frame = inside(page);
    await frame.locator('bx-results .number', { hasText: /^1 row(?:: .*)?$/ }).waitFor();
    for (const name of ['bx-top-bar', 'bx-run-line', 'bx-run-picker', 'bx-summary', 'bx-findings']) assert.equal(await frame.locator(name).count(), 0, name);
    await frame.locator('bx-table [role=row]', { hasText: 'simple_python_90002' }).click();
    await frame.locator('bx-entry-detail').getByText('right_ascension').first().waitFor();
  }));

test('hostile messages: nothing is used, and the frame goes on', () =>
  on(`${host.origin}/frame.html`, async (page) => {
    const responses = await page.evaluate(async (origin) => {
      const frame = document.querySelector('iframe').contentWindow;
      const got = [];
      addEventListener('message', (event) => event.origin === origin && got.push(event.data));
      const until = async (test) => {
        for (let i = 0; i < 400 && !got.some(test); i++) {
          if (!got.includes('PONG')) frame.postMessage('PING', origin);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      await until((data) => data === 'PONG');
      const cyclic = { bfclx: 1, id: 'cyclic', type: 'score' };
      cyclic.files = [cyclic];
      const deep = { bfclx: 1, id: 'deep', type: 'score' };
      let at = deep;
      for (let i = 0; i < 1000; i++) at = at.settings = {};
      const huge = 'x'.repeat(20_000_000);
      const bad = [
        null, 0, 'PONG', huge, [], [1], new Map([['bfclx', 1]]), new Date(0), new Error('x'), { bfclx: huge, id: huge },
        { bfclx: 1 }, { bfclx: 1, id: huge, type: huge }, { bfclx: 1, id: { a: 1 }, type: 'score', text: {} }, cyclic, deep,
        { bfclx: 1, id: 'n', type: 'score', text: 'x', name: huge }, { bfclx: 1, id: 'f', type: 'show', fragment: `#${huge}` },
        { bfclx: 1, id: 'many', type: 'score', files: Array.from({ length: 20_000 }, () => ({ path: 'a', data: '' })) },
        { bfclx: 1, id: 'r', type: 'remove', run: ['a'] }, { bfclx: 1, id: 't', type: 'theme', theme: '"><script>alert(1)</script>' },
        { bfclx: 1, id: 'p', type: '__proto__' }, { bfclx: 1, id: 'c', type: 'constructor' }, { bfclx: 1, id: 'port', type: 'score', files: [{ path: 'a', data: 7 }] },
        { bfclx: 1, id: 'own', type: 'entry', run: 'a', entry: 'b' }, { bfclx: 1, id: 's', type: 'select', run: 'never' },
      ];
      for (const message of bad) frame.postMessage(message, origin);
      // More than may wait, all without an answer as a question stands open.
      for (let i = 0; i < 400; i++) frame.postMessage({ bfclx: 1, id: `flood${i}`, type: 'score', text: 'x' }, origin);
      await until((data) => data?.id === 'flood399');
      return got.filter((data) => data !== 'PONG').map(({ id, type, message = '' }) => [id, type, message]);
    }, site.origin);
    const of = (id) => responses.filter(([one]) => one === id).map(([, type, message]) => `${type} ${message.slice(0, 60)}`);
    assert.deepEqual(of('s'), ['error unknown run "never": your page has not sent it']);
    assert.match(of('flood399')[0], /error 200 requests are waiting/);
    assert.ok(responses.every(([id, type, message]) => ['error', 'asking'].includes(type) && id.length <= 200 && message.length < 400));
    assert.equal(responses.filter(([, type]) => type === 'asking').length, 1);
    await press(inside(page).getByRole('button', { name: 'Refuse' }));
    assert.equal(await inside(page).locator('bx-run-head h1').count(), 0);
    assert.match(page.frames()[1].url(), /#results&mode=embedded$/);
  }));

test('the demo: a leaderboard whose rows open the failures of a model', () =>
  on(`${site.url}demo-host.html`, async (page) => {
    const rows = page.locator('#board tbody tr');
    await rows.nth(1).waitFor();
    await page.getByText('Failures of bad-model').waitFor();
    assert.match(await rows.first().innerText(), /^good-model\s+\d/);
    assert.match(await page.locator('#basis').innerText(), /Dataset .+ [0-9a-f]{7}/);
    const list = inside(page).locator('bx-table');
    await list.locator('[role=row]', { hasText: 'simple_python_90002' }).first().click();
    await page.getByText('bad-model: simple_python_90002').waitFor();
    await rows.first().getByRole('button', { name: 'good-model', exact: true }).click();
    await inside(page).locator('bx-run-head h1', { hasText: 'good-model' }).waitFor();
    await page.getByText('Results of your own').click();
    await page.getByRole('button', { name: 'Score them in the frame' }).click();
    await page.getByText('2 of 2 passed, decoder prompting').waitFor();
    assert.equal(await rows.count(), 3);
    await page.getByRole('button', { name: 'Remove mine' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#board tbody tr').length === 2);
  }));
