// `<bfclx-leaderboard>` in other pages: the public tables, boards, boards that mean harm, keyboard, sizes, accessibility.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DIST, GUISES, ROOT, flaws, launch, openPage, serveFiles, serveSite, words, wordsOnce } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const ATTACK = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const HTML = { 'Content-Type': 'text/html' };
const OPEN = { 'Access-Control-Allow-Origin': '*' };

const range = (score) => [Math.max(0, score - 0.05), Math.min(1, score + 0.05)];
const part = (name, combining, weight, parts) => ({ name, label: name, column: name, combining, weight, share: 0.5, parts });
const leaf = (name) => part(name, 'category', 1, []);
const COMPOSITION = {
  name: 'v4',
  overall: part('Overall', 'weights', 1, [part('Live', 'mean', 60, [leaf('live_simple'), leaf('live_multiple')]), part('Non-Live', 'mean', 40, [leaf('sql'), leaf('multiple')])]),
  apart: [],
  profile: ['Live', 'Non-Live', 'sql'],
};
const modelOf = (name, i, n) => {
  const score = (n - i) / (n + 1);
  return {
    label: name, name: `m${i}`, decoder: i % 2 ? 'openai_fc' : 'prompting', source: 'results', sample: '', problems: 0, warnings: [],
    overall: { weight: 1, missing: [], official: score, score, interval_95: range(score), basis: { kind: 'complete', text: 'all categories', key: 'k', weight: 1 } },
    categories: { sql: { right: 1, entries: 3, interval_95: [0, 1], missing: 0, skipped: 0 }, multiple: { right: 80, entries: 100, interval_95: [0.7, 0.9], missing: 0, skipped: 0 } },
    groups: { Live: { score, interval_95: range(score) }, 'Non-Live': { score: 1 - score, interval_95: range(1 - score) } },
    ranked: { score, interval_95: range(score), rank: i + 1, rank_low: i + 1, rank_high: i + 1 },
  };
};
const boardOf = (names, more = {}) => ({
  schema: 'bfclx-board-1', title: 'House board', program: { name: 'bfclx', version: '0.1.0' }, dataset: { version: 'own', hash: 'sha256:0123456789' },
  leaderboard: 'v4', score: { name: 'v4', title: 'overall v4', heading: 'Overall v4' }, composition: COMPOSITION, slice: 250,
  categories: [{ name: 'sql', entries: 3, scored: true }, { name: 'multiple', entries: 100, scored: true }],
  ranking: { weight: 1, entries: 103, basis: { kind: 'complete', text: 'all 2 categories', key: 'k', weight: 1 }, rank_text: 'All rank ranges hold jointly.' },
  audit: { entries: 0, suspicious: 0 },
  models: names.map((name, i) => modelOf(name, i, names.length)), ...more,
});
/** The last two models are repeats, in one row with the figures of the first of them. */
function withRepeats(board) {
  const [, first, second] = board.models;
  for (const one of [first, second]) Object.assign(one, { repeat_of: first.name });
  const figure = (value) => ({ value, interval_95: { low: value - 0.1, high: value + 0.1 } });
  const pass = [1, 2].map((k) => ({ k, pass_at_k: figure(0.5), pass_hat_k: figure(0.625 - k / 8) }));
  const repeats = { heading: 'beta: 2 repeats', texts: ['Mean 50.0.'], short_text: 'mean of 2 repeats', repeats: 2, lowest: 0.412, highest: 0.587, pass };
  return { ...board, repeats: [{ ...first, models: [first.name, second.name], reason: 'the same settings', repeats }] };
}
const EVIL = [ATTACK, 'javascript:alert(1)', '\u202e<svg onload=alert(1)>', '=HYPERLINK("x")', 'a'.repeat(5000), '__proto__'];
const BOARDS = {
  house: boardOf(['alpha', 'beta', 'gamma']),
  evil: boardOf(EVIL, { title: ATTACK, score: { name: 'v4', title: ATTACK, heading: ATTACK } }),
  many: boardOf(Array.from({ length: 5000 }, (_, i) => `model ${i}`)),
  bad: boardOf([{}]),
  repeats: withRepeats(boardOf(['alpha', 'beta', 'beta (2)'])),
  other: boardOf([], { schema: 'something else' }),
  early: boardOf(['alpha'], { composition: undefined }),
};
/** A table with links that must not become links. */
const EVIL_TABLE = {
  schema: 'bfclx-table-1', version: 'v4', date: '2026-01-01', rank_text: '', composition: COMPOSITION,
  rows: [{ key: 'a', name: ATTACK, link: 'javascript:alert(1)', organisation: ATTACK, license: ATTACK, cost: 1, latency: 2, score: 0.5, interval_95: [0.4, 0.6], rank: 1, parts: { Live: [0.5] } }],
};
const pageWith = (site, inner, style = '') =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>host</title><link rel="icon" href="data:,"><style>html{color-scheme:light dark}body{margin:0}${style}</style><script defer src="${site}bfclx-leaderboard.js"></script>
   <script>window.seen=[];for(const t of ['loading','ready','error','change','select','model'])addEventListener('bfclx-'+t,(e)=>seen.push([t,e.detail]))</script><main><h1>Host</h1>${inner}</main></html>`;

let site, host, far, browser, folder;
before(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  const tables = {};
  for (const { file, scored } of JSON.parse(readFileSync(join(DIST, 'leaderboard/index.json'), 'utf8')))
    for (const name of [file, scored]) tables[`/leaderboard/${name}`] = { body: readFileSync(join(DIST, 'leaderboard', name)) };
  tables['/leaderboard/index.json'] = { body: readFileSync(join(DIST, 'leaderboard/index.json')) };
  const boards = Object.fromEntries(Object.entries(BOARDS).map(([name, board]) => [`/${name}/data/index.json`, { body: JSON.stringify(board) }]));
  const withHeaders = (files) => Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { ...file, headers: OPEN }]));
  far = await serveFiles({ ...withHeaders(boards), '/closed/data/index.json': { body: JSON.stringify(BOARDS.house) } });
  const page = (inner, style) => ({ headers: HTML, body: pageWith(site.url, inner, style) });
  host = await serveFiles({
    ...tables, ...boards,
    '/junk/data/index.json': { body: '<html>' },
    '/evil-tables/index.json': { body: JSON.stringify([{ version: 'v4', date: '2026-01-01', file: 'x.csv', scored: 'x.json' }]) },
    '/evil-tables/x.json': { body: JSON.stringify(EVIL_TABLE) },
    '/public.html': page('<bfclx-leaderboard tables="leaderboard/"></bfclx-leaderboard>'),
    '/sized.html': page('<bfclx-leaderboard tables="leaderboard/"></bfclx-leaderboard>', 'h1{display:none}bfclx-leaderboard{height:640px;--bfclx-accent:rgb(200, 0, 100)}'),
    '/both.html': page('<bfclx-leaderboard src="house/" tables="leaderboard/" label="Our board"></bfclx-leaderboard>'),
    '/evil-table.html': page('<bfclx-leaderboard tables="evil-tables"></bfclx-leaderboard>'),
    '/none.html': page('<bfclx-leaderboard></bfclx-leaderboard>'),
    ...Object.fromEntries([...Object.keys(BOARDS), 'junk', 'missing'].map((name) => [`/${name}.html`, page(`<bfclx-leaderboard src="${name}/"></bfclx-leaderboard>`)])),
    '/far.html': page(`<bfclx-leaderboard src="${far.origin}/house/index.html#x"></bfclx-leaderboard>`),
    '/closed.html': page(`<bfclx-leaderboard src="${far.origin}/closed/"></bfclx-leaderboard>`),
    '/script.html': page('<bfclx-leaderboard src="javascript:alert(1)"></bfclx-leaderboard>'),
  });
});
after(async () => {
  await browser?.close();
  for (const server of [site, host, far]) server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** `fails`: the browser itself may say that a file did not come. */
async function on(path, check, { fails = false, allowed = [], ...options } = {}) {
  const { page, problems, context } = await openPage(browser, { ...options, allowed: [...[site, host, far].map(({ origin }) => origin), ...allowed] });
  try {
    await page.goto(path.startsWith('http') ? path : host.origin + path);
    await check(page, page.locator('bfclx-leaderboard'));
    const { injected, title } = await page.evaluate(() => {
      const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
      const inside = all(document).filter((e) => e.getRootNode() !== document && e.getRootNode().host.localName !== 'bfclx-scorer');
      const bad = inside.filter((e) => /^(?:IMG|SCRIPT|IFRAME)$/i.test(e.tagName) || (e.tagName === 'A' && !/^https?:$/.test(e.protocol)));
      return { injected: bad.length, title: document.title };
    });
    assert.equal(injected, 0);
    assert.notEqual(title, 'owned');
    assert.deepEqual(problems.filter((problem) => !fails || !/Failed to load resource|CORS/.test(problem)), []);
  } finally {
    await context.close();
  }
}
const rowsOf = (element) => element.locator('tbody tr:not(.order)');
const ready = async (element, rows) => {
  await rowsOf(element).first().waitFor();
  if (rows !== undefined) assert.equal(await rowsOf(element).count(), rows);
};
const seen = (page) => page.evaluate(() => globalThis.seen);
const focused = (page) => page.evaluate(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.getAttribute('aria-label') ?? at.textContent.trim();
});

test('the public leaderboard is there within 150 KB packed, without WebAssembly', () =>
  (async () => {
    const asked = [];
    await on('/none.html', async (page) => {
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${site.url}demo-leaderboard.html`);
      await ready(page.locator('bfclx-leaderboard'), 109);
    });
    assert.ok(asked.every((url) => !/\.wasm|assets\//.test(url)), asked.join(' '));
    const packed = asked.map((url) => gzipSync(readFileSync(join(DIST, new URL(url).pathname.replace('/sub/path/', '')))).length);
    const sum = packed.reduce((all, one) => all + one, 0);
    console.log(`# ${asked.length} requests, ${sum} bytes packed to the first table`);
    assert.ok(sum < 150_000, String(sum));
    assert.ok(asked.length <= 8);
  })());

test('each version of the public leaderboard has its table', () =>
  on('/public.html', async (page, element) => {
    await ready(element, 109);
    const shown = await words(rowsOf(element).first());
    assert.match(shown, /^1 1–7 Claude-Opus-4-5-20251101 \(FC\) 77\.47 ±2\.8/);
    for (const version of ['v3', 'v3_executable', 'v2', 'v1']) {
      await element.locator('select[aria-label=Table]').selectOption(version);
      await wordsOnce(element.locator('thead'), new RegExp(`Overall ${version}\\b`));
      await ready(element);
    }
    const events = await seen(page);
    assert.deepEqual(events.filter(([type]) => type === 'ready').map(([, detail]) => detail.table), ['v4', 'v3', 'v3_executable', 'v2', 'v1']);
    assert.ok(events.some(([type, detail]) => type === 'loading' && detail.address.endsWith('/leaderboard/v3_2025-06-14.json')));
  }));

test('rows are sorted, searched and filtered, and that is said', () =>
  on('/public.html', async (page, element) => {
    await ready(element, 109);
    const status = element.locator('[role=status]');
    assert.match(await status.innerText(), /109 models, sorted by Overall v4, descending/);
    await element.getByRole('button', { name: 'Cost $' }).click();
    assert.equal(await element.locator('th', { hasText: 'Cost $' }).getAttribute('aria-sort'), 'descending');
    assert.match(await status.innerText(), /sorted by cost, descending/);
    await element.getByRole('searchbox').fill('anthropic opus');
    await wordsOnce(status, /^\d models/);
    assert.ok((await rowsOf(element).count()) < 10);
    await element.getByRole('searchbox').fill('nothing has this name');
    await element.getByText('No model matches').waitFor();
    await element.getByRole('button', { name: 'Clear the filters' }).click();
    await element.locator('select[aria-label=Type]').selectOption('prompt mode');
    await wordsOnce(status, /^\d+ models/);
    assert.ok((await words(element.locator('tbody'))).includes('(Prompt'));
    assert.ok(!(await words(element.locator('tbody'))).includes('(FC)'));
    const { view } = (await seen(page)).at(-1)[1];
    assert.deepEqual([view.sort, view.type, view.search], ['-cost', 'prompt mode', '']);
  }));

test('groups of columns open; weights of the reader stand apart from the official score', () =>
  on('/public.html', async (page, element) => {
    await ready(element, 109);
    await element.getByRole('button', { name: 'Columns of Live' }).click();
    await element.locator('th', { hasText: 'Live multiple' }).waitFor();
    const before = await words(rowsOf(element).first());
    assert.equal(await element.locator('th', { hasText: 'Your weights' }).count(), 0);
    await element.getByRole('button', { name: 'Weights' }).click();
    await element.getByRole('spinbutton', { name: 'Agentic' }).fill('0');
    await element.getByRole('spinbutton', { name: 'Agentic' }).press('Enter');
    await element.locator('th', { hasText: 'Your weights' }).waitFor();
    assert.match(await words(element), /not an official score, and has no CI and no rank/i);
    const row = rowsOf(element).filter({ hasText: 'Claude-Opus-4-5' }).first();
    assert.ok((await words(row)).startsWith(before.slice(0, 40)), await words(row));
    await element.getByRole('spinbutton', { name: 'Agentic' }).fill('-3');
    await element.getByRole('spinbutton', { name: 'Agentic' }).press('Enter');
    assert.match(await element.locator('[role=alert]').innerText(), /must be a number from 0 to 1000/);
    await element.getByRole('button', { name: /^Official/ }).click();
    await element.locator('th', { hasText: 'Your weights' }).waitFor({ state: 'detached' });
  }));

test('a number of the board leads to its entries on the pages of the board; one of the public table does not', () =>
  on('/both.html', async (page, element) => {
    await ready(element, 3);
    const cells = rowsOf(element).filter({ hasText: 'beta' }).locator('a.cell');
    assert.ok((await cells.count()) > 1);
    assert.equal(await cells.first().getAttribute('href'), `${host.origin}/house/index.html#model=m1`);
    assert.equal(await rowsOf(element).filter({ hasText: 'Claude-Opus-4-5' }).locator('a.cell').count(), 0);
  }));

test('everything works by keyboard: search, rows, a model and back', () =>
  on('/both.html', async (page, element) => {
    await ready(element, 3);
    await element.locator('button.name').first().focus();
    await page.keyboard.press('ArrowDown');
    assert.match(await focused(page), /beta/);
    await page.keyboard.press('Enter');
    const panel = element.locator('article.panel');
    await panel.waitFor();
    assert.equal(await focused(page), 'beta');
    assert.match(await words(panel), /Overall v4 50\.0 \(95 % CI 45\.0 to 55\.0\), all 2 categories\. Rank 2 of 3/);
    assert.match(await words(panel), /sql .*1 of 3/);
    assert.equal(await panel.getByRole('link', { name: 'multiple', exact: true }).getAttribute('href'), `${host.origin}/house/index.html#model=m1&category=multiple`);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.match(await focused(page), /beta/);
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'Search models');
    const models = (await seen(page)).filter(([type]) => type === 'model').map(([, detail]) => detail.model);
    assert.deepEqual(models, ['board:m1', null]);
  }));

test('selected models are in the profile; points of the cost chart select', () =>
  on('/public.html', async (page, element) => {
    await ready(element, 109);
    await element.getByRole('checkbox', { name: 'Draw GLM-4.6 (FC thinking)' }).check();
    await element.getByRole('button', { name: 'Profile (1)' }).click();
    assert.match(await words(element.locator('bx-radar')), /GLM-4\.6/);
    await element.getByRole('button', { name: 'Cost', exact: true }).click();
    await element.getByRole('button', { name: /^Grok-4-0709 \(FC\):/ }).press('Enter');
    assert.deepEqual((await seen(page)).filter(([type]) => type === 'select').at(-1)[1].models, ['GLM-4.6 (FC thinking)', 'Grok-4-0709 (FC)']);
  }));

test('the view can be kept and given back', () =>
  on('/public.html', async (page, element) => {
    await ready(element, 109);
    await element.evaluate((e) => (e.view = { sort: 'name', search: 'qwen', groups: ['Live'], weights: '1,0,0,0,0', show: 'nothing', selected: 7 }));
    await element.locator('th', { hasText: 'Your weights' }).waitFor();
    const view = await element.evaluate((e) => e.view);
    assert.deepEqual([view.sort, view.search, view.show, view.table], ['name', 'qwen', 'table', 'v4']);
    assert.equal(await element.locator('th', { hasText: 'Model' }).getAttribute('aria-sort'), 'ascending');
  }));

test('a page sets height and colors; rows show at 700 × 640', () =>
  on('/sized.html', async (page, element) => {
    await ready(element);
    const scroll = element.locator('.scroll');
    const box = await scroll.boundingBox();
    assert.equal((await element.boundingBox()).height, 640);
    const rows = await rowsOf(element).evaluateAll((all, end) => all.filter((row) => row.getBoundingClientRect().bottom <= end).length, box.y + box.height);
    assert.ok(rows >= 10, `${rows} rows`);
    assert.ok(await scroll.evaluate((e) => e.scrollHeight > e.clientHeight));
    assert.equal(await element.locator('button.name').first().evaluate((e) => getComputedStyle(e).color), 'rgb(200, 0, 100)');
    await element.evaluate((e) => (e.theme = 'dark'));
    assert.equal(await element.evaluate((e) => getComputedStyle(e).backgroundColor), 'rgb(18, 20, 23)');
    await element.evaluate((e) => e.setAttribute('theme', 'light'));
    assert.equal(await element.evaluate((e) => getComputedStyle(e).backgroundColor), 'rgb(255, 255, 255)');
  }, { viewport: { width: 700, height: 640 } }));

test('repeats are one row with their range and pass^k', () =>
  on('/repeats.html', async (page, element) => {
    await ready(element, 2);
    assert.match(await words(element.locator('thead')), /Repeats pass\^k/);
    assert.match(await words(rowsOf(element).filter({ hasText: 'beta' })), /2 repeats.*41\.2 to 58\.7.*37\.5 k = 2/);
    assert.doesNotMatch(await words(rowsOf(element).filter({ hasText: 'alpha' })), /k =/);
    assert.deepEqual(await flaws(page), []);
    await element.getByRole('button', { name: 'beta' }).click();
    assert.match(await words(element.locator('.panel')), /Mean 50\.0\..*pass@k/);
  }));

for (const [name, path, view] of [
  ['the public table', '/public.html', { groups: ['Live'], weights: '1,2,3,4,5' }], ['a profile', '/public.html', { show: 'profile' }], ['costs', '/public.html', { show: 'cost' }],
  ['a published model', '/public.html', { model: 'GLM-4.6 (FC thinking)' }], ['a board', '/both.html', {}], ['a model of a board', '/both.html', { model: 'board:m0' }],
]) {
  for (const guise of GUISES) {
    test(`axe finds nothing in ${name}, ${guise.name}`, () =>
      on(path, async (page, element) => {
        await ready(element);
        await element.evaluate((e, given) => (e.view = given), view);
        await page.waitForTimeout(300);
        assert.deepEqual(await flaws(page), []);
      }, guise.options));
  }
}
for (const path of ['/public.html', '/both.html', '/evil.html', '/missing.html'])
  test(`nothing is wider than 320 px: ${path}`, () =>
    on(path, async (page, element) => {
      await element.locator('table, bx-notice').first().waitFor();
      await page.waitForTimeout(200);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px`);
    }, { viewport: { width: 320, height: 700 }, fails: true }));

test('names that mean harm are text', () =>
  on('/evil.html', async (page, element) => {
    await ready(element, EVIL.length);
    const shown = await words(element);
    assert.ok(shown.includes('<img src=x onerror='), shown.slice(0, 200));
    for (let i = 0; i < EVIL.length; i++) {
      await element.locator('button.name').nth(i).click();
      await element.locator('article.panel').waitFor();
      await page.keyboard.press('Escape');
      await element.locator('article.panel').waitFor({ state: 'detached' });
    }
    assert.ok((await element.locator('tbody tr').first().boundingBox()).height < 200);
  }));

test('links of a table that mean harm are none', () =>
  on('/evil-table.html', async (page, element) => {
    await ready(element, 1);
    await element.locator('button.name').click();
    await element.locator('article.panel').waitFor();
    assert.equal(await element.getByRole('link').count(), 0);
  }));

test('5,000 rows come a part at a time, and all of them are searched', () =>
  on('/many.html', async (page, element) => {
    await ready(element, 200);
    assert.equal(await element.locator('table').getAttribute('aria-rowcount'), '5001');
    await element.getByRole('button', { name: 'Show more models' }).click();
    await rowsOf(element).nth(399).waitFor();
    const started = Date.now();
    await element.getByRole('searchbox').fill('model 4999');
    await wordsOnce(element.locator('tbody'), /^\s*5000 .*model 4999/);
    assert.ok(Date.now() - started < 5000);
  }));

const FAULTS = [
  ['/bad.html', /\/bad\/data\/index\.json is malformed: models\[0\]\.label is not a text/],
  ['/other.html', /\/other\/data\/index\.json is not part of a published leaderboard of this version/],
  ['/junk.html', /\/junk\/data\/index\.json is not JSON/],
  ['/missing.html', /\/missing\/data\/index\.json could not be fetched: the server returned HTTP 404/],
  ['/closed.html', /could not be fetched from 127\.0\.0\.1:\d+: the server is unreachable, or it does not allow other sites to read it \(CORS\)/],
  ['/script.html', /javascript: is not http or https/],
  ['/none.html', /Set the attribute src to a folder that "bfclx report -o FOLDER\/" wrote/],
];
for (const [path, message] of FAULTS)
  test(`what is wrong is said, and told to the page: ${path}`, () =>
    on(path, async (page, element) => {
      const notice = element.locator('bx-notice[kind=error]');
      await notice.waitFor();
      assert.match((await notice.textContent()).replace(/\s+/g, ' '), message);
      assert.match((await seen(page)).find(([type]) => type === 'error')[1].message, message);
    }, { fails: true }));

test('a board of another origin that allows it is shown; after a failure the public tables still are', () =>
  on('/far.html', async (page, element) => {
    await ready(element, 3);
    await element.evaluate((e) => Object.assign(e, { src: 'missing/', tables: 'leaderboard/' }));
    await element.locator('bx-notice[kind=error]').waitFor();
    await ready(element);
    await wordsOnce(element.locator('h2').first(), /Public leaderboard/);
    await element.evaluate((e) => (e.src = 'house/'));
    await wordsOnce(element.locator('h2').first(), /House board/);
    assert.equal(await element.locator('bx-notice[kind=error]').count(), 0);
  }, { fails: true }));

test('a board of an earlier version has its scores, and says what it lacks', () =>
  on('/early.html', async (_page, element) => {
    await ready(element, 1);
    assert.match(await words(element), /has no groups of columns\. Write it again with bfclx report/);
  }));

const skip = existsSync(PROGRAM) ? false : `SKIPPED: there is no ${PROGRAM} (BFCLX_PROGRAM)`;
test('a board that the program wrote shows itself, with its own script', { skip }, async () => {
  folder = mkdtempSync(join(tmpdir(), 'bfclx-element-'));
  cpSync(join(ROOT, 'tools/sample/results/good-model'), join(folder, 'result/good-model'), { recursive: true });
  execFileSync(PROGRAM, ['report', join(folder, 'result'), '--dataset', join(ROOT, 'tools/sample'), '-o', `${join(folder, 'board')}/`, '--site', DIST], { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 });
  const index = readFileSync(join(folder, 'board/data/index.json'));
  const own = await serveFiles({
    '/board/bfclx-leaderboard.js': { body: readFileSync(join(folder, 'board/bfclx-leaderboard.js')), headers: { 'Content-Type': 'text/javascript' } },
    '/board/data/index.json': { body: index },
    '/': { headers: HTML, body: pageWith('board/', '<bfclx-leaderboard src="board"></bfclx-leaderboard>') },
  });
  try {
    await on(`${own.origin}/`, async (page, element) => {
      await ready(element, 1);
      const { groups } = JSON.parse(index).models[0];
      assert.ok((await words(rowsOf(element))).includes((groups['Non-Live'].score * 100).toFixed(1)));
      await element.getByRole('button', { name: 'Columns of Non-live' }).click();
      await element.locator('th', { hasText: 'Parallel multiple' }).waitFor();
      await element.locator('button.name').click();
      assert.match(await words(element.locator('article.panel')), /simple_python .* of /);
    }, { allowed: [own.origin] });
  } finally {
    own.close();
  }
});
