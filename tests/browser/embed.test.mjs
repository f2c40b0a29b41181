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
  try {
    await page.goto(url);
    await check(page, problems);
    // The plain host has no icon.
    assert.deepEqual(problems.filter((problem) => !/404/.test(problem)), []);
  } finally {
    await context.close();
  }
}

const inside = (page) => page.frameLocator('iframe');

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
const outcome = (page) => page.evaluate(() => globalThis.outcome);

test('another origin is asked about, and allowed once', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await score(page);
    const dialog = inside(page).locator('bx-dialog');
    await dialog.getByText(host.origin).waitFor();
    assert.match(await words(dialog), /sends 1 file, \d+ B, to be scored here as theirs/);
    assert.equal(await inside(page).locator('bx-run-head h1').count(), 0);
    await dialog.getByRole('button', { name: 'Score it' }).click();
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
    await inside(page).getByRole('button', { name: 'Refuse' }).click();
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
    await score(page);
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
    assert.equal(await inside(page).locator('bx-run-head h1').count(), 0);
  }));

test('closing the question refuses', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await score(page);
    await inside(page).locator('bx-dialog').getByRole('button', { name: 'Close' }).click();
    assert.deepEqual(await outcome(page), { error: 'the user refused' });
  }));

test('src is fetched by the host; in a frame no yes outlasts the visit', () =>
  on(`${host.origin}/src.html`, async (page) => {
    const dialog = inside(page).locator('bx-dialog');
    await dialog.getByText(host.origin).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Always for this page' }).count(), 0);
    await dialog.getByRole('button', { name: 'Score it' }).click();
    await inside(page).locator('bx-run-head h1', { hasText: 'theirs' }).waitFor();
    await page.reload();
    await dialog.getByText(host.origin).waitFor();
  }));

test('a question that cannot be seen cannot be answered with yes', () =>
  on(`${host.origin}/element.html`, async (page) => {
    await page.evaluate(() => (document.querySelector('bfclx-scorer').style.opacity = '0.01'));
    await score(page);
    const yes = inside(page).getByRole('button', { name: 'Score it' });
    await inside(page).locator('bx-dialog').getByText('cannot be seen in full').waitFor();
    assert.equal(await yes.isDisabled(), true);
    await page.waitForTimeout(1000);
    assert.equal(await yes.isDisabled(), true);
    await page.evaluate(() => (document.querySelector('bfclx-scorer').style.opacity = '1'));
    await yes.click();
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
    await inside(page).getByRole('button', { name: 'Score it' }).click();
    const { summary } = await done;
    assert.deepEqual([summary.right, summary.entries], [2, 3]);
    assert.match(summary.problems.map(({ message }) => message).join(), /a file of a dataset/);
  }));

test('the plain protocol: PING, PONG, wrong requests, strangers', () =>
  on(`${host.origin}/frame.html`, async (page) => {
    const replies = await page.evaluate(async (origin) => {
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
    assert.deepEqual(replies.map(({ id, type }) => `${id} ${type}`), ['v error', 'w error', 's shown']);
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
    await inside(page).getByRole('button', { name: 'Score it' }).click();
    assert.match(await done, /No entry of the dataset was found/);
  }));

test('the demo: the site itself is not asked about', () =>
  on(`${site.url}demo-host.html`, async (page) => {
    await page.getByText('The scorer is ready.').waitFor();
    await page.getByRole('button', { name: 'Score them in the frame' }).click();
    await page.getByText('2 of 2 right, read by prompting').waitFor();
    assert.match(await page.locator('#figures').innerText(), /simple_python\s+2\s+2\s+100\.0 %/);
  }));
