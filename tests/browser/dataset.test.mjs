// Dataset: browse, search, open an entry, the ground truth that cannot pass, links.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp, words } from './support.mjs';

const { on } = setUp();

const shows = (page, text) => page.locator('bx-dataset .number', { hasText: new RegExp(`^\\s*${text}\\s*$`) }).waitFor();
const detail = (page) => page.locator('bx-dataset-entry');

test('all entries, search, filters, and back by the address', () =>
  on('#dataset', async (page) => {
    await shows(page, '66 entries');
    await page.keyboard.press('/');
    await page.keyboard.type('harbour');
    await page.locator('bx-dataset .body .row').first().waitFor();
    await page.getByText('simple_python_90000', { exact: true }).waitFor();
    assert.match(page.url(), /q=harbour/);
    await page.reload();
    await page.getByText('simple_python_90000', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Category', { exact: true }).selectOption('simple_java');
    await shows(page, '3 entries');
    await page.getByLabel('Search entries').fill('no such thing');
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await shows(page, '66 entries');
  }));

test('an entry: question, functions, ground truth; keys; to a typed response', () =>
  on('#dataset', async (page) => {
    await page.getByText('simple_python_90000', { exact: true }).click();
    await detail(page).locator('bx-ground-truth').waitFor();
    const text = await words(detail(page));
    assert.match(text, /When is high water in Whitby/);
    assert.match(text, /harbour='Whitby'/);
    assert.match(text, /Functions, 1/);
    await page.keyboard.press('j');
    await detail(page).getByText('simple_python_90001', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await detail(page).getByRole('link', { name: 'Try a response' }).click();
    await page.locator('bx-by-hand bx-question', { hasText: 'When is high water' }).waitFor();
    await page.goBack();
    await detail(page).locator('bx-ground-truth').waitFor();
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
  }));

test('an episode by link: turns, calls, classes, initial state', () =>
  on('#dataset&entry=multi_turn_base_90000', async (page) => {
    await detail(page).locator('bx-state-tree').first().waitFor();
    const text = await words(detail(page));
    assert.match(text, /Turn 1 .*make a folder called old.*Turn 2 /s);
    assert.doesNotMatch(text, /Turn 0/);
    assert.match(text, /mkdir\(/);
    assert.match(text, /GorillaFileSystem/);
    assert.match(text, /seeds\.txt/);
    await detail(page).getByRole('link', { name: 'Open in the playground' }).waitFor();
  }));

test('an entry that is not there', () =>
  on('#dataset&entry=simple_python_999', async (page) => {
    await page.getByText('The dataset has no such entry').waitFor();
  }));

test('ground truth that cannot pass', () =>
  on('#dataset&panel=truth', async (page) => {
    await page.locator('bx-dataset .outcomes').waitFor();
    await page.locator('bx-dataset bx-table .body .row, bx-dataset bx-notice:not([kind=loading])').first().waitFor();
    assert.match(await words(page.locator('bx-dataset .outcomes')), /\d+ cannot pass\. No response/);
  }));

test('saved as CSV', () =>
  on('#dataset&category=simple_python', async (page) => {
    await shows(page, '5 entries');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: '⇩ CSV' }).click();
    assert.equal((await saving).suggestedFilename(), 'entries.csv');
  }));

test('on a phone a row has two lines: the entry and its question', () =>
  on('#dataset', async (page) => {
    const row = page.locator('bx-dataset .body .row').first();
    await row.waitFor();
    const [id, question] = await row.locator('.cell').evaluateAll((cells) => cells.map((cell) => ({ ...cell.getBoundingClientRect().toJSON(), text: cell.textContent })).filter(({ width }) => width > 0));
    assert.match(id.text.trim(), /^\w+_\d+$/);
    assert.ok(question.text.trim().length > 20, question.text);
    assert.ok(question.top >= id.bottom - 1 && question.left === id.left && question.right <= 390, JSON.stringify([id, question]));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }, { viewport: { width: 390, height: 844 } }));
