// Responses without an id in a file: the entries that each may be of, and its verdict against the one that is chosen.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LINES, drop, setUp, words } from './support.mjs';

const { on } = setUp();
const head = (page) => page.locator('bx-run-head h1');

for (const name of ['BFCL_v4_simple_python_result.json', 'mine.jsonl']) {
  test(`a line without an id has its candidates, and is one problem everywhere: ${name}`, () =>
    on('', async (page) => {
      await page.locator('bx-score .box').waitFor();
      const lines = [...LINES.split('\n').slice(0, 2), '{"result": "[oven.preheat(celsius=240)]"}', '{"result": "[nothing(x=1)]"}'];
      const path = join(mkdtempSync(join(tmpdir(), 'bfclx-nameless-')), name);
      writeFileSync(path, lines.join('\n'));
      await drop(page, [path]);
      await head(page).waitFor();
      await page.getByText('! 2 problems in the files').click();
      const dialog = page.locator('bx-dialog');
      const told = await words(dialog);
      assert.match(told, /line 3: 3 entries have the function `oven.preheat`.*; pick its entry below/);
      const response = dialog.locator('bx-nameless');
      assert.equal(await response.count(), 1);
      assert.match(told, /line 4: no single-turn entry of the dataset has the function `nothing`; to choose its entry, paste only this response/);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const finding = page.locator('bx-findings').getByText('Lines without a usable response');
      await finding.waitFor();
      assert.match(await words(page.locator('bx-findings')), /Lines without a usable response 2/);
    }));

  test(`an entry is chosen for a line without an id, by keyboard: ${name}`, () =>
    on('', async (page) => {
      await page.locator('bx-score .box').waitFor();
      const path = join(mkdtempSync(join(tmpdir(), 'bfclx-nameless-')), name);
      writeFileSync(path, [...LINES.split('\n').slice(0, 2), '{"result": "[oven.preheat(celsius=240)]"}'].join('\n'));
      await drop(page, [path]);
      await head(page).waitFor();
      await page.getByText('! 1 problem in the files').click();
      const dialog = page.locator('bx-dialog');
      await dialog.getByText('Score it against an entry').focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: /^simple_python_90001/ }).focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.waitForFunction(() => /panel=call.*entry=simple_python_90001|entry=simple_python_90001.*panel=call/.test(location.hash));
      await page.locator('bx-by-hand').getByText('celsius').first().waitFor();
    }));
}

test('of several responses on one line each opens its own verdict', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    const path = join(mkdtempSync(join(tmpdir(), 'bfclx-nameless-')), 'line.json');
    const preheat = (celsius) => ({ result: `[oven.preheat(celsius=${celsius})]` });
    writeFileSync(path, JSON.stringify([JSON.parse(LINES.split('\n')[0]), preheat(11), preheat('12.0'), { result: '[nothing(x=1)]' }]));
    await drop(page, [path]);
    await head(page).waitFor();
    await page.getByText('! 3 problems in the files').click();
    const response = page.locator('bx-dialog bx-nameless');
    assert.equal(await response.count(), 2);
    await response.nth(1).getByText('Score it against an entry').click();
    await response.nth(1).getByRole('button', { name: /^simple_python_90001/ }).click();
    const hand = page.locator('bx-by-hand');
    await hand.getByText('12.0').filter({ visible: true }).first().waitFor();
    assert.equal(await hand.locator('textarea').first().inputValue(), '{"result": "[oven.preheat(celsius=12.0)]"}');
  }));

test('of many responses without an id some are shown at a time, a filter finds the others, and notes are no problems', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    const path = join(mkdtempSync(join(tmpdir(), 'bfclx-nameless-')), 'mine.jsonl');
    const named = LINES.split('\n').slice(0, 2);
    const matched = JSON.stringify({ result: JSON.parse(LINES.split('\n')[2]).result });
    const preheat = (celsius) => JSON.stringify({ result: `[oven.preheat(celsius=${celsius})]` });
    const others = Array.from({ length: 60 }, (_, i) => preheat(100 + i));
    writeFileSync(path, [...named, matched, ...others, '{"result": "[nothing(x=1)]"}'].join('\n'));
    await drop(page, [path]);
    await head(page).waitFor();
    await page.getByText('! 61 problems in the files').click();
    const dialog = page.locator('bx-dialog');
    const filter = dialog.getByLabel('Filter problems');
    await filter.waitFor();
    assert.match(await words(dialog), /11 more Show 11/);
    assert.equal(await dialog.locator('bx-nameless').count(), 49);
    await dialog.getByRole('button', { name: 'Show 11' }).click();
    assert.doesNotMatch(await words(dialog), /more Show/);
    await filter.fill('nothing');
    assert.match(await words(dialog), /1 of 61 .*line 64: no single-turn entry/);
    await filter.fill('oven 40:');
    await dialog.getByText('Score it against an entry').click();
    await dialog.getByRole('button', { name: /^simple_python_90001/ }).click();
    await dialog.waitFor({ state: 'detached' });
    const hand = page.locator('bx-by-hand');
    await hand.getByText('celsius').filter({ visible: true }).first().waitFor();
    assert.match(await hand.locator('textarea').first().inputValue(), /celsius=136/);
  }));
