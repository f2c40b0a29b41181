// One table of input that means harm: responses, ids, names, CSV cells, archives, addresses, messages, server answers. After
// each nothing has run, nothing is kept that nobody kept, nothing has left the page, and the page goes on.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { zipSync } from '../../site/node_modules/fflate/esm/index.mjs';
import { LINES, drop, serveFiles, setUp, words } from './support.mjs';

const RUNS = 'globalThis.owned=1';
const MARKUP = `<img src=x onerror="${RUNS}"><script>${RUNS}</script><iframe srcdoc="<script>parent.owned=1</script>"></iframe>`;
const SLASHLESS = MARKUP.replaceAll('/', '∕');
const line = (id, result) => JSON.stringify({ id, result });
const bytes = (text) => Buffer.from(text);
const zip = (members) => Buffer.from(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, bytes(text)]))));
const GOOD = line('simple_python_90001', "[oven.preheat(celsius=240, mode='top_bottom')]");

/** [name, the response of an entry]: each costs that entry alone. */
const RESPONSES = [
  ['markup', MARKUP],
  ['markup as a function and a value', `[${MARKUP}(a='${MARKUP}')]`],
  ['Python that would run', '__import__("os").system("touch owned")'],
  ['JavaScript that would run', `[harbour.tide_table(harbour=(() => { ${RUNS} })())]`],
  ['an attribute that leads out', "[().__class__.__bases__[0].__subclasses__()]"],
  ['a power without an end', '[f(x=9**9**9**9)]'],
  ['a text without an end', "[f(x='a'*10**12)]"],
  ['nesting', `${'['.repeat(200_000)}`],
  ['braces and quotes', '{"a":'.repeat(100_000)],
  ['a lone surrogate', '\ud800[f()]\udfff'],
  ['NUL, escapes of terminals, marks of direction', '\u0000\u001b[2J\u202e\u2066[f()]'],
  ['an object with __proto__', JSON.parse('{"__proto__": {"owned": 1}, "constructor": {"prototype": {"owned": 1}}}')],
  ['a number out of range', [1e308, -1e308, null]],
  ['a megabyte of one sign', '🦑'.repeat(250_000)],
];

/** [name, id]: an entry that nobody knows, or none at all. */
const IDS = [
  ['markup', MARKUP], ['__proto__', '__proto__'], ['constructor', 'constructor'], ['a path', '../../simple_python_90000'],
  ['a very long one', `simple_python_${'9'.repeat(100_000)}`], ['an object', { toString: 1 }], ['a list', [['simple_python_90000']]],
  ['an id with an end of line', 'simple_python_90000\n<b>'],
];

/** [name, file name]: results that are good, under a name that is not. */
const NAMES = [
  ['markup', `${SLASHLESS}.json`], ['a path that climbs', '..\\..\\etc\\passwd.json'], ['__proto__', '__proto__.json'],
  ['marks of direction', '\u202egnp.nosj.json'], ['a script address', `javascript:${RUNS}.json`], ['percent signs', '%3Cimg src=x%3E%00.json'],
  ['a very long one', `${'a'.repeat(230)}.json`],
];

/** [name, contents of a leaderboard table]. */
const HEAD = 'Rank,Overall Acc,Model,Model Link,Cost ($ Per 1k Function Calls),Latency Mean (s)';
const TABLES = [
  ['markup in cells', `${HEAD}\n1,50.00%,${MARKUP.replaceAll('"', "'")},x,1,1\n`],
  ['a formula and a link that runs', `${HEAD}\n1,50.00%,"=HYPERLINK(""http://127.0.0.1:9/"")",javascript:${RUNS},1,1\n`],
  ['a quote without an end', `${HEAD}\n1,50.00%,"${'x'.repeat(100_000)}\n`],
  ['names of prototypes', 'Rank,__proto__,constructor,Model\n1,1,1,__proto__\n'],
  ['numbers that are none', `${HEAD}\n1,1e999%,m,x,NaN,-Infinity\n`],
  ['100,000 columns', `${'a,'.repeat(100_000)}\n1\n`],
];

/** [name, file name, bytes, what is said]. */
const ARCHIVES = [
  ['members that climb', 'a.zip', zip({ '../../../x_result.json': `${GOOD}\n` }), /skipped members with names that lead out of the archive: \.\.\/\.\.\/\.\.\/x_result\.json/],
  ['an absolute member', 'a.zip', zip({ '/etc/x_result.json': `${GOOD}\n` }), /skipped members with names that lead out of the archive: \/etc\/x_result\.json/],
  ['markup as a member', 'a.zip', zip({ [`${SLASHLESS}_result.json`]: `${GOOD}\n` }), null],
  ['a program among results', 'a.zip', zip({ 'm/x_result.json': `${GOOD}\n`, 'run.js': RUNS, 'index.html': MARKUP }), null],
  ['an archive in an archive', 'a.zip', zip({ 'b.zip': '' }), /No result file was found/],
  ['an archive that is cut', 'a.zip', zip({ 'm/x_result.json': `${GOOD}\n`.repeat(100) }).subarray(0, 60), /truncated or malformed ZIP archive/],
  ['300 MB of zeros', 'a.json.gz', gzipSync(Buffer.alloc(300_000_000)), /a\.json\.gz: unpacks to more than .*if you trust it, unpack it/],
  ['gzip that is none', 'a.json.gz', Buffer.concat([Buffer.from([0x1f, 0x8b]), bytes('nonsense')]), /the archive is malformed/],
];

/** [name, fragment]. */
const ADDRESSES = [
  ['a script', `#results&url=javascript:${encodeURIComponent(RUNS)}`], ['data', `#results&url=data:text/html,${encodeURIComponent(MARKUP)}`],
  ['a file of this machine', '#results&url=file:///etc/passwd'], ['none', '#results&url=http://%5B'], ['a sample of markup', `#results&url=sample:${encodeURIComponent(SLASHLESS)}`],
  ['a run and an entry of markup', `#results&url=sample:bad-model&run=${encodeURIComponent(MARKUP)}&entry=${encodeURIComponent(MARKUP)}`],
  ['a category and a search of markup', `#dataset&category=${encodeURIComponent(MARKUP)}&q=${encodeURIComponent(MARKUP)}&entry=__proto__`],
  ['runs of markup in Compare', `#compare&url=sample:bad-model&with=${encodeURIComponent(SLASHLESS)}+__proto__`],
  ['calls for the playground', `#playground&classes=${encodeURIComponent(`__proto__,${MARKUP}`)}&calls=${encodeURIComponent('__import__("os").system("x")')}`],
  ['a view that is none', '#__proto__&constructor=1'],
];

/** [name, expression for the message]. */
const MESSAGES = [
  ['no object', '"score"'], ['a type that is none', '{ bfclx: 1, type: "__proto__", id: "a" }'],
  ['markup as a name', `{ bfclx: 1, type: "score", id: "a", name: ${JSON.stringify(MARKUP)}, files: [{ path: ${JSON.stringify(MARKUP)}, data: "x" }] }`],
  ['a script as an address', `{ bfclx: 1, type: "score", id: "a", name: "n", url: "javascript:owned=1" }`],
  ['files that are none', '{ bfclx: 1, type: "score", id: "a", name: "n", files: { length: 1e9 } }'],
  ['a fragment of markup', `{ bfclx: 1, type: "show", id: "a", fragment: "#results&run=" + encodeURIComponent(${JSON.stringify(MARKUP)}) }`],
  ['another version', '{ bfclx: { valueOf() { return 1; } }.x ?? 99, type: "score", id: "a" }'],
];

/** [name, answer, what is said; null: it is taken as text]. */
const OPEN = { 'Access-Control-Allow-Origin': '*' };
const ANSWERS = [
  ['a page', { body: `<!doctype html>${MARKUP}`, headers: { ...OPEN, 'Content-Type': 'text/html' } }, /No response could be scored/],
  ['nothing', { body: '', headers: OPEN }, /No response could be scored/],
  ['a script that calls itself JSON', { body: `${RUNS};`, headers: { ...OPEN, 'Content-Type': 'text/javascript' } }, /No response could be scored/],
  ['JSON of markup', { body: JSON.stringify({ error: { message: MARKUP } }), headers: OPEN }, /No response could be scored/],
  ['a dataset', { body: zip({ 'data/BFCL_v4_simple_python.json': '{"id": "simple_python_0"}' }), headers: OPEN }, /dataset is loaded only when you drop or choose it yourself/],
  ['no permission', { body: LINES, headers: {} }, /CORS/],
];

const CASES = { responses: RESPONSES, ids: IDS, names: NAMES, tables: TABLES, archives: ARCHIVES, addresses: ADDRESSES, messages: MESSAGES, answers: ANSWERS };

let other;
const stage = setUp(() => [other].filter(Boolean));
const { on } = stage;
before(async () => {
  other = await serveFiles({
    ...Object.fromEntries(ANSWERS.map(([, answer], i) => [`/${i}/r.${i === 4 ? 'zip' : 'json'}`, answer])),
    '/host.html': { headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>host</title>' },
  });
});

const site = () => stage.site.url;

/** Nothing ran, and no element came of the input. */
async function intact(page, name) {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() => {
      const all = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])]);
      // The editor has pictures of its own, without an address.
      const made = all(document.body).filter(({ tagName, id, classList }) =>
        (/^(?:IMG|SCRIPT|OBJECT|EMBED)$/.test(tagName) && !classList.contains('cm-widgetBuffer')) || (tagName === 'IFRAME' && id !== 'scorer'));
      const links = all(document.body).filter((element) => /^\s*(?:javascript|data):/i.test(element.getAttribute('href') ?? ''));
      return { owned: globalThis.owned, polluted: {}.owned, made: made.map(({ outerHTML }) => outerHTML.slice(0, 200)), links: links.length };
    });
    assert.deepEqual(found, { owned: undefined, polluted: undefined, made: [], links: 0 }, name);
  }
}

async function choose(page, name, content) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }]);
}

/** On the first screen, nothing loaded, a file is chosen: it is scored, or a sentence stands there. */
async function chosen(page, name, file, content) {
  await page.evaluate(() => (location.hash = '#score'));
  await page.locator('bx-score .box').waitFor();
  await choose(page, file, content);
  const outcome = page.locator('bx-run-head h1, bx-score bx-notice[kind=error]').first();
  await outcome.waitFor().catch(() => assert.fail(`${name}: neither scored nor refused`));
  await intact(page, name);
  return (await page.locator('bx-run-head h1').count()) > 0 ? '' : words(page.locator('bx-score bx-notice[kind=error]'));
}

const removeAll = async (page) => {
  const opener = page.getByRole('button', { name: /, loaded runs$/ });
  const cross = page.getByRole('button', { name: /^Remove / });
  while ((await opener.count()) > 0) {
    if ((await cross.count()) === 0) await opener.click();
    await cross.first().waitFor();
    const left = await page.locator('bx-run-menu li').count();
    await cross.first().click();
    await page.waitForFunction((before) => {
      const find = (root) => [...root.querySelectorAll('*')].flatMap((one) => [...(one.localName === 'bx-run-menu' ? [one] : []), ...(one.shadowRoot ? find(one.shadowRoot) : [])]);
      const [menu] = find(document);
      return !menu || menu.shadowRoot.querySelectorAll('li').length !== before;
    }, left);
  }
};

test('the table has sixty cases and more', () => {
  const names = Object.entries(CASES).flatMap(([kind, cases]) => cases.map(([name]) => `${kind}: ${name}`));
  assert.ok(new Set(names).size >= 60, String(names.length));
});

test('responses', () =>
  on('', async (page) => {
    page.setDefaultTimeout(20_000);
    for (const [name, response] of RESPONSES) {
      assert.equal(await chosen(page, name, 'BFCL_v4_simple_python_result.json', `${line('simple_python_90000', response)}\n${GOOD}\n`), '', name);
      await page.locator('bx-table .body .row').nth(1).waitFor();
      await page.locator('bx-table').getByText('simple_python_90000', { exact: true }).click();
      await page.locator('bx-entry-detail .verdict').waitFor();
      for (const tab of ['Conversation', 'Why']) await page.getByRole('tab', { name: tab }).click();
      await intact(page, name);
      assert.match(await words(page.locator('bx-run-head')), /of 2 passed/, name);
      await removeAll(page);
    }
  }));

test('ids', () =>
  on('', async (page) => {
    page.setDefaultTimeout(20_000);
    for (const [name, id] of IDS) {
      assert.equal(await chosen(page, name, 'BFCL_v4_simple_python_result.json', `${line(id, 'x')}\n${GOOD}\n`), '', name);
      assert.match(await words(page.locator('bx-run-head')), /1 of 1 passed/, name);
      await removeAll(page);
    }
  }));

test('names of files', () =>
  on('', async (page) => {
    page.setDefaultTimeout(20_000);
    for (const [name, file] of NAMES) {
      assert.equal(await chosen(page, name, file, `${GOOD}\n${GOOD}\n`), '', name);
      await page.evaluate(() => (location.hash = '#runs'));
      await page.locator('bx-runs tbody tr').first().waitFor();
      await intact(page, name);
      await removeAll(page);
    }
  }));

test('cells of tables', () =>
  on('#leaderboard', async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-tables-'));
    await page.locator('bx-leaderboard').waitFor();
    for (const [i, [name, text]] of TABLES.entries()) {
      const path = join(folder, `data_${i}.csv`);
      writeFileSync(path, text);
      await drop(page, [path]);
      await page.locator('bx-leaderboard').getByText(new RegExp(`data_${i}\\.csv|✕`)).first().waitFor();
      await intact(page, name);
    }
  }));

test('archives', () =>
  on('', async (page) => {
    for (const [name, file, content, said] of ARCHIVES) {
      await chosen(page, name, file, content);
      const error = page.locator('bx-score bx-notice[kind=error]');
      if (said) assert.match(await words(error), said, name);
      else assert.match(await words(page.locator('bx-run-head')), /1 of 1 passed/, name);
      await removeAll(page);
    }
  }));

test('addresses', () =>
  on('', async (page, problems) => {
    for (const [name, hash] of ADDRESSES) {
      await page.goto('about:blank');
      await page.goto(`${site()}${hash}`);
      await page.locator('main > *').first().waitFor();
      await page.waitForTimeout(700);
      await intact(page, name);
      // Pieces of an address with spaces are files of this site that are not there.
      assert.deepEqual(problems.splice(0).filter((one) => !/status of 404/.test(one)), [], name);
    }
    await page.goto('about:blank');
    await page.goto(`${site()}#runs`);
    await page.getByText('No runs yet').waitFor();
  }));

test('messages to the frame', () =>
  on('', async (page, problems) => {
    await page.goto(`${other.origin}/host.html`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.id = 'scorer';
      frame.src = src;
      document.body.append(frame);
      return new Promise((done) => (frame.onload = done));
    }, `${site()}embed.html`);
    await page.frameLocator('iframe').locator('bx-app').waitFor();
    for (const [name, message] of MESSAGES) {
      await page.evaluate((text) => document.querySelector('iframe').contentWindow.postMessage(new Function(`return (${text})`)(), '*'), message);
      await page.waitForTimeout(300);
      await intact(page, name);
      assert.equal(await page.frameLocator('iframe').locator('bx-run-head h1').count(), 0, name);
      const close = page.frameLocator('iframe').getByRole('button', { name: 'Refuse' });
      if ((await close.count()) > 0) await close.click();
    }
    // The host has no icon.
    problems.splice(0, problems.length, ...problems.filter((one) => !/status of 404/.test(one)));
  }));

test('answers of servers', () =>
  on('', async (page, problems) => {
    for (const [i, [name, , said]] of ANSWERS.entries()) {
      await page.evaluate(() => (location.hash = '#score'));
      await page.locator('bx-score .box').waitFor();
      if ((await page.getByLabel('Address of results').count()) === 0) await page.getByRole('button', { name: 'Fetch URL…' }).click();
      await page.getByLabel('Address of results').fill(`${other.origin}/${i}/r.${i === 4 ? 'zip' : 'json'}`);
      await page.getByRole('button', { name: 'Fetch', exact: true }).click();
      const error = page.locator('bx-score bx-notice[kind=error]', { hasText: new RegExp(said) });
      await error.waitFor().catch(async () => assert.fail(`${name}: ${await words(page.locator('bx-score'))}`));
      await intact(page, name);
    }
    problems.splice(0, problems.length, ...problems.filter((one) => !/CORS|ERR_FAILED/.test(one)));
    await page.evaluate(() => (location.hash = '#runs'));
    await page.getByText('No runs yet').waitFor();
  }));
