// Accessibility: axe-core finds nothing in any view, light and dark, wide and narrow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GUISES, editor, flaws, setUp } from './support.mjs';

const BAD = '#results&url=sample:bad-model';
async function judgeByHand(page) {
  await page.locator('bx-by-hand textarea').fill("[harbour.tide_table(harbour='Whitby', date=3)]");
  await page.locator('bx-by-hand bx-explanation').waitFor();
}
const VIEWS = [
  ['Score', '#score', 'bx-score .box', editor],
  ['one call by hand', '#score&panel=call', 'bx-by-hand bx-function'],
  ['a verdict by hand', '#score&panel=call', 'bx-by-hand bx-function', judgeByHand],
  ['help', '#score', 'bx-score .box', (page) => page.getByLabel('Help').click()],
  ['the dataset dialog', '#score', 'bx-score .box', (page) => page.locator('bx-top-bar .data').click()],
  ['Results, empty', '#results', 'bx-results bx-notice'],
  ['Results', BAD, 'bx-table .body .row'],
  ['an entry', `${BAD}&entry=simple_python_90002`, 'bx-entry-detail bx-call'],
  ['an episode', `${BAD}&entry=multi_turn_base_90000`, 'bx-episode bx-state-tree'],
  ['Compare', '#compare&url=sample:good-model+sample:bad-model', 'bx-compare'],
  ['Dataset', '#dataset', 'bx-dataset'],
  ['Playground', '#playground', 'bx-playground'],
];

const { on } = setUp();

for (const [name, hash, ready, act] of VIEWS) {
  for (const guise of GUISES) {
    test(`${name}, ${guise.name}`, () =>
      on(hash, async (page) => {
        await page.locator(ready).first().waitFor();
        await act?.(page);
        await page.waitForTimeout(300);
        assert.deepEqual(await flaws(page), []);
      }, guise.options));
  }
}
