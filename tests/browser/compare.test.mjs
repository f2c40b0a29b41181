// Compare: two runs side by side, the test, the radar, flips with both replies, links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setUp, words } from './support.mjs';

const { on } = setUp();

const BOTH = '#compare&url=sample:good-model+sample:bad-model&with=good-model+bad-model';

const verdict = (page) => page.locator('bx-compare .verdict');
const flips = (page) => page.locator('bx-compare bx-table .body .row');

test('two runs: accuracies, exact test in words, radar', () =>
  on(BOTH, async (page) => {
    await verdict(page).getByText('lost').waitFor();
    await page.getByText('Scoring').waitFor({ state: 'detached' });
    const text = await words(verdict(page));
    assert.match(text, /−\d+\.\d points/);
    assert.match(text, /0 gained, 2\d lost; exact McNemar test p\s<\s0\.000001/);
    assert.match(text, /each flip would go either way like a coin/);
    assert.match(await words(page.locator('bx-compare table')), /simple_python 100\.0 0\.0 −100\.0/);
    assert.match(await page.locator('bx-radar svg[role=img]').getAttribute('aria-label'), /good-model: Simple 100\.0/);
    await page.getByRole('button', { name: 'Swap' }).click();
    await verdict(page).getByText('+').first().waitFor();
    assert.match(page.url(), /with=bad-model\+good-model/);
    assert.match(await words(verdict(page)), /2\d gained, 0 lost/);
  }));

test('a flip opens both replies; keys; the address brings it back', () =>
  on(BOTH, async (page) => {
    await page.getByText('simple_python_2', { exact: true }).click();
    const detail = page.locator('bx-flip-detail');
    await detail.locator('.side').nth(1).waitFor();
    assert.match(await words(detail.locator('.side').first()), /✓ good-model.*right_ascension=0\.712/);
    assert.match(await words(detail.locator('.side').nth(1)), /✕ bad-model type_error:simple/);
    assert.equal(await detail.locator('bx-call .marked').innerText(), "'0.712'");
    await page.reload();
    await detail.locator('.side').nth(1).waitFor();
    await page.keyboard.press('j');
    await detail.getByText('simple_python_3', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^other error/ }).click();
    await page.getByText('parallel_multiple_2', { exact: true }).waitFor();
    assert.equal(await flips(page).count(), 1);
  }));

test('an episode that flipped', () =>
  on(`${BOTH}&entry=multi_turn_base_0`, async (page) => {
    const sides = page.locator('bx-flip-detail .side');
    await sides.nth(1).waitFor();
    assert.match(await words(sides.first()), /2 of 2 turns agree/);
    assert.match(await words(sides.nth(1)), /0 of 2 turns agree.*not reached/);
  }));

test('without runs: what is needed, and the sample', () =>
  on('#compare', async (page) => {
    await page.getByText('Two runs are needed').waitFor();
    await page.getByRole('button', { name: 'two sample runs' }).click();
    await verdict(page).waitFor();
  }));

test('saved as CSV and SVG', () =>
  on(BOTH, async (page) => {
    await verdict(page).waitFor();
    const save = async (name) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFileSync(await (await saving).path(), 'utf8');
    };
    assert.match(await save('⇩ CSV'), /^category,good-model,bad-model,difference/);
    assert.match(await save('⇩ SVG'), /^<svg xmlns.*bad-model/);
  }));
