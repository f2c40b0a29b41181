// Playground: classes, starts of episodes, completion, results, what a call changed, links, reset.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp, words } from './support.mjs';

const { on } = setUp();

const line = (page) => page.getByRole('combobox', { name: 'A call in Python syntax' });
const calls = (page) => page.locator('bx-playground .history li');
const last = (page) => words(calls(page).last());
const panel = (page) => page.locator('bx-playground .panel');

async function run(page, text) {
  const before = await calls(page).count();
  await line(page).fill(text);
  await page.getByRole('button', { name: 'Run' }).click();
  await calls(page).nth(before).waitFor();
}

test('the start of an episode: calls, results, what each changed, reset', () =>
  on('#playground', async (page) => {
    await line(page).waitFor();
    assert.match(await words(panel(page)), /At the start\..*GorillaFileSystem/);
    await run(page, "cd(folder='garden')");
    assert.match(await last(page), /current_working_directory/);
    await run(page, "mkdir(dir_name='old')");
    await panel(page).getByText('changed 1 value').waitFor();
    assert.match(await words(panel(page).locator('.line.added').first()), /old/);
    await run(page, "cd(folder='nowhere')");
    assert.match(await last(page), /✕.*No such file or directory/);
    await panel(page).getByText('changed nothing.').waitFor();
    await calls(page).nth(1).click();
    await panel(page).locator('.line.added').first().waitFor();
    await page.reload();
    await calls(page).nth(2).waitFor();
    assert.match(await words(calls(page).nth(1)), /mkdir\(dir_name='old'\)/);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('No call yet').waitFor();
    assert.doesNotMatch(page.url(), /calls=/);
  }));

test('completion by keys: a method, its parameters, run, bring back', () =>
  on('#playground&classes=GorillaFileSystem,MathAPI', async (page) => {
    await line(page).click();
    await page.keyboard.type('tou');
    await page.getByRole('option', { name: /^touch/ }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await line(page).inputValue(), 'touch()');
    assert.match(await words(page.locator('bx-call-input .signature')), /touch\( ?file_name: string\)/);
    await page.keyboard.press('Enter');
    assert.equal(await line(page).inputValue(), "touch(file_name='')");
    await page.keyboard.type('a.txt');
    await page.keyboard.type("')");
    assert.equal(await line(page).inputValue(), "touch(file_name='a.txt')");
    await page.keyboard.press('Enter');
    await calls(page).first().waitFor();
    assert.match(await last(page), /touch\(file_name='a\.txt'\)/);
    await page.keyboard.press('ArrowUp');
    assert.equal(await line(page).inputValue(), "touch(file_name='a.txt')");
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no_such_function()');
    await page.keyboard.press('Enter');
    await calls(page).nth(1).waitFor();
    assert.match(await last(page), /✕/);
  }));

test('classes are chosen; functions are listed and put into the line', () =>
  on('#playground&classes=MathAPI', async (page) => {
    await line(page).waitFor();
    await page.getByRole('button', { name: /^Functions/ }).click();
    await page.getByLabel('Search functions').fill('mean');
    await page.getByRole('button', { name: /^mean\(/ }).click();
    assert.match(await line(page).inputValue(), /^mean\(numbers=/);
    await page.keyboard.type('[12, 15, 30]');
    await page.getByRole('button', { name: 'Run' }).click();
    await calls(page).first().waitFor();
    assert.match(await last(page), /19\.0/);
    await page.getByRole('button', { name: 'TicketAPI' }).click();
    await page.getByText('No call yet').waitFor();
    assert.match(page.url(), /classes=MathAPI,TicketAPI/);
  }));

test('memories, and functions that compute', () =>
  on('#playground&classes=MemoryAPI_kv,ExecutableFunctions', async (page) => {
    await line(page).waitFor();
    for (const name of ['MemoryAPI_kv', 'MemoryAPI_vector', 'MemoryAPI_rec_sum', 'WebSearchAPI', 'ExecutableFunctions']) {
      assert.equal(await page.getByRole('group', { name: 'Classes', exact: true }).getByRole('button', { name, exact: true }).count(), 1, name);
    }
    await run(page, "core_memory_add(key='colour', value='green')");
    await panel(page).getByText('changed 1 value').waitFor();
    await run(page, 'math_gcd(a=8, b=12)');
    assert.match(await last(page), /› math_gcd\(a=8, b=12\) 4$/);
    await run(page, 'calculate_density(mass=1, volume=0)');
    assert.match(await last(page), /✕.*division by zero/);
    // Two memories would hide each other's functions: the second takes the place of the first.
    await page.getByRole('button', { name: 'MemoryAPI_vector', exact: true }).click();
    await page.getByText('without meaning').waitFor();
    assert.match(page.url(), /classes=MemoryAPI_vector,ExecutableFunctions/);
    await run(page, "core_memory_add(text='a green tea')");
    await panel(page).getByText('changed').first().waitFor();
    assert.match(await last(page), /› core_memory_add\(text='a green tea'\) /);
  }));

test('services answer from a recording: that of the dataset, or one that the reader opens', () =>
  on('#playground&classes=WebSearchAPI,ExecutableFunctions', async (page) => {
    await line(page).waitFor();
    await run(page, 'get_weather_data(coordinates=[47.4, 9.6])');
    assert.match(await last(page), / 61\.3$/);
    await run(page, "fetch_url_content(url='https://tea.example/', mode='markdown')");
    assert.match(await last(page), /The recording has no response to .*tea\.example/);
    const answer = { status: 200, body: '<h1>Tea</h1>', headers: [['content-type', 'text/html']] };
    const recorded = { request: { kind: 'page', method: 'GET', url: 'https://tea.example/' }, response: answer };
    await page.setInputFiles('bx-playground input[type=file]', {
      name: 'mine.jsonl', mimeType: 'application/json', buffer: Buffer.from(`${JSON.stringify(recorded)}\n`),
    });
    await page.locator('bx-playground .setup').getByText('mine.jsonl').waitFor();
    await calls(page).nth(1).getByText('# Tea').waitFor();
    assert.match(await words(calls(page).first()), /The recording has no response to/);
    await page.setInputFiles('bx-playground input[type=file]', {
      name: 'broken.jsonl', mimeType: 'application/json', buffer: Buffer.from(`${JSON.stringify(recorded)}\n{"request": {`),
    });
    await page.getByText('cassette, line 2: invalid or truncated JSON').waitFor();
  }));

test('an episode that is not there', () =>
  on('#playground&entry=multi_turn_base_999', async (page) => {
    await page.getByText('the dataset has no entry').waitFor();
    await page.getByRole('button', { name: 'MathAPI' }).click();
    await line(page).waitFor();
  }));

test('calls and results are text', () =>
  on('#playground&classes=GorillaFileSystem', async (page) => {
    await line(page).waitFor();
    await run(page, "touch(file_name='<img src=x onerror=alert(1)>')");
    assert.match(await last(page), /<img src=x/);
    assert.equal(await page.locator('bx-playground img').count(), 0);
  }));
