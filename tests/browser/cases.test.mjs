// The case editor: cases by hand, from files, from a run and from a benchmark, with faults and verdict beside them.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, ROOT, drop, flaws, setUp, words } from './support.mjs';

const { unzipSync, zipSync } = createRequire(join(ROOT, 'site/package.json'))('fflate');

const { on } = setUp();

const TOOLS = JSON.stringify([{ name: 'get_weather', parameters: { type: 'object', required: ['city'], properties: {
  city: { type: 'string' }, days: { type: 'integer' } } } }]);
const EDITOR = '#dataset&panel=cases';

const form = (page) => page.locator('bx-case-form');
const live = (page) => page.locator('bx-case-live');
const rows = (page) => page.locator('bx-cases bx-table .body .row');
const field = (page, name) => form(page).getByLabel(name);
const category = (page, name) => live(page).locator('.category code', { hasText: new RegExp(`^${name}$`) }).waitFor();

async function firstCase(page) {
  await field(page, /^Tools: OpenAI/).fill(TOOLS);
  await page.getByRole('button', { name: 'New case' }).click();
  await field(page, 'Question of the user').fill('Weather in Paris?');
  await field(page, /^Expected calls/).fill("get_weather(city='Paris')");
  await category(page, 'simple_python');
}

function folderWith(files) {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-cases-'));
  return Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
}

async function saved(page, name) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const done = await saving;
  return { name: done.suggestedFilename(), bytes: readFileSync(await done.path()) };
}

/** Drops the archive of a benchmark on the page, and opens it in the editor. */
async function edit(page, bytes, count) {
  const [archive] = folderWith({ 'own.zip': bytes });
  await page.evaluate(() => (location.hash = '#score'));
  await page.locator('bx-score').waitFor();
  await drop(page, [archive]);
  await page.getByRole('dialog').getByRole('button', { name: /^Use/ }).click();
  await page.evaluate((hash) => (location.hash = hash), EDITOR);
  await page.getByRole('button', { name: 'Edit this benchmark' }).click();
  await page.locator('bx-cases .said', { hasText: count }).waitFor();
}

test('a case by hand: category, every fault, the verdict while typing, and both files', () =>
  on(EDITOR, async (page) => {
    await firstCase(page);
    const response = live(page).getByLabel('Text, calls, or the JSON of an API');
    await response.fill("[get_weather(city='Rome')]");
    await live(page).locator('.verdict', { hasText: 'failed' }).waitFor();
    await live(page).locator('bx-explanation', { hasText: 'Rome' }).waitFor();
    await response.fill("[get_weather(city='paris')]");
    await live(page).locator('.verdict', { hasText: 'passed' }).waitFor();

    await field(page, /^Expected calls/).fill("get_weather(town='Paris')");
    await field(page, /^Tags/).fill('[5]');
    const faults = live(page).locator('.faults li');
    await faults.nth(1).waitFor();
    assert.match(await words(faults.first()), /tags\[0\]: /);
    assert.match(await words(faults.nth(1)), /town/);
    await live(page).getByText('The verdict appears when the case has no fault.').waitFor();
    await page.locator('bx-cases .foot', { hasText: '1 with errors' }).waitFor();
    await page.getByRole('button', { name: '⇩ Benchmark' }).and(page.locator(':disabled')).waitFor();

    await field(page, /^Expected calls/).fill('[{"name": "get_weather", "arguments": {"city": {"any_of": ["Paris", "Lutetia"]}}}]');
    await field(page, /^Tags/).fill('weather; france');
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1' }).waitFor();
    const lines = await saved(page, '⇩ cases.jsonl');
    assert.equal(lines.name, 'cases.jsonl');
    assert.deepEqual(JSON.parse(lines.bytes.toString()), {
      question: 'Weather in Paris?',
      expected: [{ name: 'get_weather', arguments: { city: { any_of: ['Paris', 'Lutetia'] } } }],
      tags: ['weather', 'france'],
    });
    const folder = await saved(page, '⇩ Benchmark');
    assert.equal(folder.name, 'my-bench.zip');
    for (const path of ['dataset.json', 'data/BFCL_v4_simple_python.json', 'data/possible_answer/BFCL_v4_simple_python.json'])
      assert.ok(folder.bytes.includes(`my-bench/${path}`), path);
  }));

test('cases stay after a reload; undo, and delete', () =>
  on(EDITOR, async (page) => {
    await firstCase(page);
    await page.waitForTimeout(900);
    await page.reload();
    await category(page, 'simple_python');
    assert.equal(await field(page, 'Question of the user').inputValue(), 'Weather in Paris?');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No cases yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await category(page, 'simple_python');
    await rows(page).first().waitFor();
  }));

test('files of tools and cases are dropped; a faulty line and a duplicate are told', () =>
  on(EDITOR, async (page) => {
    await page.locator('bx-cases').waitFor();
    await drop(page, folderWith({
      'tools.json': TOOLS,
      'cases.csv': "id,question,expected\na,In Rome?,get_weather(city='Rome')\na,In Oslo?,get_weather(city='Oslo')\n",
      'more.jsonl': '{"question": "A joke?", "expected": "none"}\n{"question": \n',
    }));
    await page.locator('bx-cases .said').waitFor();
    const said = await words(page.locator('bx-cases .said'));
    assert.match(said, /tools\.json: the tools of the benchmark\./);
    assert.match(said, /cases\.csv: 2 cases\./);
    assert.match(said, /more\.jsonl:2: /);
    await page.locator('bx-cases .foot', { hasText: '1 with errors' }).waitFor();
    assert.match(page.url(), /panel=cases/);
    await page.keyboard.press('Escape');
    await rows(page).nth(1).click();
    await live(page).locator('.faults li', { hasText: 'id: duplicate' }).waitFor();
    await field(page, 'Your own id').fill('b');
    await page.locator('bx-cases .foot', { hasText: 'simple_python 2, irrelevance 1' }).waitFor();
  }));

test('the responses of a run are confirmed one by one with keys', () =>
  on('#results&url=sample:good-model', async (page) => {
    await page.locator('bx-results .body .row').first().waitFor();
    await page.evaluate((hash) => (location.hash = hash), EDITOR);
    await page.getByLabel('Add cases from a run').selectOption({ label: 'good-model: passed responses' });
    await page.locator('bx-cases .said', { hasText: /proposed cases from good-model/ }).waitFor();
    assert.match(await words(page.locator('bx-cases .said')), /left out: only entries with Python calls/);
    await page.locator('bx-cases .top', { hasText: 'which passed' }).waitFor();
    await live(page).locator('.category').waitFor();
    const proposed = async () => Number(/(\d+) proposed/.exec(await words(page.locator('bx-cases .foot')))?.[1] ?? 0);
    const before = await proposed();
    assert.ok(before > 5, String(before));
    const done = (ready, left) => page.locator('bx-cases .foot', { hasText: new RegExp(`${ready} ready.* ${left} proposed`) }).waitFor();
    await page.locator('bx-cases .top').click();
    await page.keyboard.press('c');
    await done(1, before - 1);
    await page.keyboard.press('c');
    await done(2, before - 2);
    await page.keyboard.press('x');
    await page.locator('bx-cases .foot', { hasText: '1 rejected' }).waitFor();
    await page.keyboard.press('u');
    await done(2, before - 2);
    const lines = await saved(page, '⇩ cases.jsonl');
    assert.equal(lines.bytes.toString().trim().split('\n').length, 2);
  }));

test('a scored response becomes a case in one click, and is confirmed', () =>
  on('#results&url=sample:good-model&entry=simple_python_90000', async (page) => {
    await page.getByRole('button', { name: 'Make a case of this response' }).click();
    await page.locator('bx-cases .top', { hasText: 'good-model to simple_python_90000' }).waitFor();
    await category(page, 'simple_python');
    assert.match(await field(page, /^Expected calls/).inputValue(), /"name": "harbour\.tide_table"/);
    await page.getByRole('button', { name: '✓ Confirm' }).click();
    await page.locator('bx-cases .foot', { hasText: '1 ready' }).waitFor();
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1' }).waitFor();
  }));

test('a saved benchmark is dropped on the page, edited, and a case of it amended by a response', () =>
  on(EDITOR, async (page) => {
    await firstCase(page);
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1' }).waitFor();
    await edit(page, (await saved(page, '⇩ Benchmark')).bytes, '1 case of my-bench.');
    await category(page, 'simple_python');
    assert.equal(await rows(page).count(), 1);
    const [results] = folderWith({ 'BFCL_v4_simple_python_result.json': '{"id": "simple_python_0", "result": "[get_weather(city=\'Lutetia\')]"}\n' });
    await drop(page, [results]);
    await page.locator('bx-results .body .row').first().click();
    await page.getByRole('button', { name: 'Amend this case' }).click();
    await page.locator('bx-cases .top', { hasText: 'which failed' }).waitFor();
    assert.match(await field(page, /^Expected calls/).inputValue(), /Lutetia/);
    assert.equal(await rows(page).count(), 1);
  }));

const DOC = { name: 'get_weather', description: '', parameters: { type: 'dict', properties: {
  city: { type: 'string', description: '' } }, required: ['city'] } };
const asked = (...texts) => texts.map((content) => [{ role: 'user', content }]);
const line = (value) => pythonJson(value) + '\n';
/** JSON as the program writes it. */
const pythonJson = (value) => {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonJson(one)}`).join(', ')}}`;
};
const OWN = {
  'dataset.json': `{\n  "bfclx_benchmark": 1,\n  "name": "shop",\n  "version": "2",\n  "match": "official",\n  "weights": {"w": 2, "t": 1},\n  "maker": {"x": 1},\n  "tools": [\n    ${pythonJson(DOC)}\n  ]\n}\n`,
  'data/BFCL_v4_simple_python.json': line({ id: 'simple_python_0', question: asked('In Rome?'), function: [DOC], own_id: 'r', tags: ['w'] }),
  'data/possible_answer/BFCL_v4_simple_python.json': line({ id: 'simple_python_0', ground_truth: [{ get_weather: { city: ['Rome', 'Roma'] } }] }),
  'data/BFCL_v4_own_turns.json': line({ id: 'own_turns_0', question: asked('In Paris?', 'Thanks!'), function: [DOC], tags: ['t'] }),
  'data/possible_answer/BFCL_v4_own_turns.json': line({ id: 'own_turns_0', ground_truth: [[{ get_weather: { city: ['Paris'] } }], 'none'], results: [[{ celsius: 20 }], null] }),
  'prompts.json': '{"a": 1}\n',
};
const OWN_ZIP = zipSync(Object.fromEntries(Object.entries(OWN).map(([path, text]) => [`own/${path}`, Buffer.from(text)])));

test('a benchmark that is opened and saved loses nothing: turns, weights, and what else it has', () =>
  on(EDITOR, async (page) => {
    await edit(page, OWN_ZIP, '2 cases of shop.');
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1, own_turns 1' }).waitFor();
    // It is the reader's own benchmark, and no copy of the official dataset.
    assert.match(await words(page.locator('bx-top-bar .data')), /^shop 2 · fnv1a:[0-9a-f]+$/);
    assert.equal(await page.locator('bx-cases .foot .remark').count(), 0);
    await page.waitForTimeout(900);
    await page.reload();
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1, own_turns 1' }).waitFor();
    const files = unzipSync((await saved(page, '⇩ Benchmark')).bytes);
    assert.deepEqual(
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()])),
      Object.fromEntries(Object.entries(OWN).map(([path, text]) => [`shop/${path}`, text])));
    assert.deepEqual(await flaws(page), []);
  }));

test('turns are added, judged each while typing, and removed', () =>
  on(EDITOR, async (page) => {
    await firstCase(page);
    await form(page).getByRole('button', { name: 'Add a turn' }).click();
    const turn = (number) => form(page).getByRole('group', { name: `Turn ${number}` });
    assert.equal(await turn(1).getByLabel('Question of the user').inputValue(), 'Weather in Paris?');
    await live(page).locator('.faults li', { hasText: 'Turn 2, question: is missing' }).waitFor();
    await turn(2).getByLabel('Question of the user').fill('Thanks!');
    await turn(2).getByLabel(/^Expected calls/).fill('none');
    await category(page, 'own_turns');
    await turn(1).getByText('Messages and results of this turn').click();
    await turn(1).getByLabel(/^Results/).fill('[1, 2]');
    await live(page).locator('.faults li', { hasText: 'Turn 1, results: has 2 results, but 1 call is expected' }).waitFor();
    await turn(1).getByLabel(/^Results/).fill('[{"celsius": 20}]');
    await category(page, 'own_turns');
    await live(page).getByLabel('Response to turn 1').fill("[get_weather(city='Paris')]");
    await live(page).locator('.verdict', { hasText: 'passed' }).waitFor();
    await live(page).getByLabel('Response to turn 2').fill("[get_weather(city='Rome')]");
    await live(page).locator('.of-turn', { hasText: 'Turn 2: ' }).waitFor();
    assert.match(await words(live(page).locator('.of-turn').first()), /passed/);
    await live(page).locator('.verdict', { hasText: 'failed' }).waitFor();
    assert.deepEqual(await flaws(page), []);
    const lines = await saved(page, '⇩ cases.jsonl');
    assert.deepEqual(JSON.parse(lines.bytes.toString()), { turns: [
      { question: 'Weather in Paris?', expected: "get_weather(city='Paris')", results: [{ celsius: 20 }] },
      { question: 'Thanks!', expected: 'none' }] });
    await turn(2).getByRole('button', { name: 'Remove turn 2' }).click();
    await form(page).getByRole('button', { name: 'Back to one turn' }).click();
    await category(page, 'simple_python');
    assert.equal(await field(page, 'Question of the user').inputValue(), 'Weather in Paris?');
    await page.getByRole('button', { name: 'Undo' }).click();
    await category(page, 'own_turns');
  }));

test('weights of tags are edited, and their faults told', () =>
  on(EDITOR, async (page) => {
    await edit(page, OWN_ZIP, '2 cases of shop.');
    const weights = field(page, 'Weights of tags, as JSON');
    await form(page).getByText('Benchmark: tools, name').click();
    assert.deepEqual(JSON.parse(await weights.inputValue()), { w: 2, t: 1 });
    await weights.fill('{"w": -1}');
    await page.locator('bx-cases .foot [role=alert]', { hasText: 'weights.w' }).waitFor();
    await weights.fill('{"w": 1, "z": 1}');
    await page.locator('bx-cases .foot', { hasText: '1 with errors' }).waitFor();
    await weights.fill('{"w": 1, "t": 3}');
    await page.locator('bx-cases .foot', { hasText: 'simple_python 1, own_turns 1' }).waitFor();
    const files = unzipSync((await saved(page, '⇩ Benchmark')).bytes);
    assert.deepEqual(JSON.parse(Buffer.from(files['shop/dataset.json']).toString()).weights, { w: 1, t: 3 });
  }));

for (const guise of GUISES) {
  test(`nothing in the way of anyone, ${guise.name}`, () =>
    on(EDITOR, async (page) => {
      await page.getByText('No cases yet').waitFor();
      assert.deepEqual(await flaws(page), []);
      await firstCase(page);
      await page.getByRole('button', { name: 'New case' }).click();
      await live(page).locator('.faults li').first().waitFor();
      await page.locator('bx-cases .foot', { hasText: '1 with errors' }).waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await form(page).getByRole('button', { name: 'Add a turn' }).click();
      await live(page).getByLabel('Response to turn 2').waitFor();
      assert.deepEqual(await flaws(page), []);
      await page.setViewportSize({ width: 320, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, guise.options));
}

test('a case file that is dropped as results says what it is, and leads to the editor', () =>
  on('#score', async (page) => {
    const path = join(mkdtempSync(join(tmpdir(), 'bfclx-cases-')), 'cases.jsonl');
    writeFileSync(path, '{"id": "w1", "question": "Rain?", "expected": "f()"}\n');
    await page.locator('bx-score .box').waitFor();
    await drop(page, [path]);
    await page.getByText('This is a case file: cases.jsonl.').waitFor();
    await page.getByRole('link', { name: 'Open the case editor' }).click();
    await page.locator('bx-cases .top').waitFor();
  }));
