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
    await panel(page).getByText('changed 1 place').waitFor();
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
    await page.getByRole('button', { name: 'Functions' }).click();
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
