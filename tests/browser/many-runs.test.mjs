// Many runs at a time: chosen together, removed and brought back, followed as they move, and how far the scoring is.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GUISES, LINES, drop, flaws, setUp, undo, words } from './support.mjs';

const { on } = setUp();
const MANY = 60;
const folder = mkdtempSync(join(tmpdir(), 'bfclx-many-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs over the same entries, and others over one of them. */
for (let i = 0; i < MANY; i++) {
  const place = join(folder, 'runs', `model-${String(i).padStart(2, '0')}`);
  mkdirSync(place, { recursive: true });
  const some = i % 2 === 0 ? LINES : `${LINES.split('\n')[0]}\n`;
  writeFileSync(join(place, 'BFCL_v4_simple_python_result.json'), some.replace('celsius=240', `celsius=${i % 4 === 0 ? 240 : 230}`));
}

const rows = (page) => page.locator('bx-runs tbody tr');
const status = (page) => page.locator('bx-runs .filters [role=status]');
const all = (page) => page.locator('bx-runs thead input');

async function loaded(page) {
  await page.getByText('No runs yet').waitFor();
  await page.evaluate(() => {
    // What the view says while it scores.
    globalThis.said = new Set();
    const look = () => {
      const view = document.querySelector('bx-app')?.shadowRoot?.querySelector('bx-runs')?.shadowRoot;
      const text = view?.querySelector('.scored')?.textContent.trim();
      if (text) globalThis.said.add(text);
      globalThis.bars = Math.max(globalThis.bars ?? 0, view?.querySelectorAll('.scored, bx-working').length ?? 0);
      requestAnimationFrame(look);
    };
    look();
  });
  // Dropped where there is room for it.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  await drop(page, [join(folder, 'runs')]);
  await page.setViewportSize(size);
  await rows(page).nth(MANY - 1).getByText('%').first().waitFor();
  await page.locator('bx-runs .scored').waitFor({ state: 'detached' });
}

test('how many of the runs are scored is said until all are', () =>
  on('#runs', async (page) => {
    await loaded(page);
    const said = await page.evaluate(() => [...globalThis.said]);
    assert.ok(said.length > 0 && said.every((text) => /^\d+ of 60 runs scored$/.test(text)), said.join('; '));
    assert.equal(await page.evaluate(() => globalThis.bars), 1);
  }));

test('own runs without a rank are folded above the ranked models, until they are asked for', () =>
  on('#runs', async (page) => {
    await loaded(page);
    await all(page).check();
    await page.locator('bx-runs').getByText('Leaderboard: choose 1 to 6').waitFor();
    await page.evaluate(() => (location.hash = '#leaderboard'));
    const board = page.locator('bx-leaderboard');
    const more = board.getByRole('button', { name: '55 more partial runs' });
    await more.waitFor();
    assert.equal(await board.locator('tbody tr.own').count(), 6);
    await more.click();
    await more.waitFor({ state: 'detached' });
    await board.locator('tbody tr.own').nth(MANY - 1).waitFor();
  }));

test('the sample run is opened again, never loaded twice', () =>
  on('#score', async (page) => {
    const sample = page.getByRole('button', { name: 'sample run' });
    for (let turn = 0; turn < 2; turn++) {
      await sample.click();
      await page.locator('bx-run-head h1', { hasText: 'bad-model' }).waitFor();
      await page.evaluate(() => (location.hash = '#score'));
    }
    await sample.waitFor();
    await page.evaluate(() => (location.hash = '#runs'));
    await rows(page).first().waitFor();
    assert.equal(await words(status(page)), '1 run');
  }));

for (const { name, options } of GUISES)
  test(`all are chosen, and none; what is removed together comes back together, ${name}`, () =>
    on('#runs', async (page) => {
      await loaded(page);
      await all(page).check();
      assert.equal(await words(status(page)), '60 runs, 60 chosen');
      assert.equal(await page.locator('bx-runs tbody input:checked').count(), MANY);
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await page.getByLabel('Choose model-03').uncheck();
      assert.equal(await all(page).evaluate((box) => box.indeterminate), true);
      await page.getByRole('button', { name: 'Choose none' }).click();
      assert.equal(await words(status(page)), '60 runs');
      // A filter leaves alone what it hides.
      await page.getByLabel('Choose model-07').check();
      await page.locator('bx-runs input[type=search]').fill('model-1');
      await page.getByLabel('Choose all 10 runs').check();
      assert.equal(await words(status(page)), '10 runs, 11 chosen');
      await page.getByLabel('Choose none').first().uncheck();
      assert.equal(await words(status(page)), '10 runs, 1 chosen');
      await page.locator('bx-runs input[type=search]').fill('');
      await page.getByLabel('Choose all 60 runs').check();
      await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No runs yet').waitFor();
      await page.locator('bx-undo-bar').getByText('Removed 60 runs.').waitFor();
      await undo(page).click();
      await rows(page).nth(MANY - 1).waitFor();
    }, options));

test('a row that moves as it is chosen stays in view, in a long table too', () =>
  on('#runs', async (page) => {
    await loaded(page);
    const names = [];
    for (const at of [MANY - 4, MANY - 2]) {
      const box = rows(page).nth(at).locator('input');
      names.push(await box.inputValue());
      await box.check();
    }
    await page.locator('bx-runs thead .rests').getByText('both runs').waitFor();
    await rows(page).nth(1).locator('input:checked').waitFor();
    await page.waitForTimeout(500);
    for (const name of names) {
      const { row, view } = await page.getByLabel(`Choose ${name}`).evaluate((box) => ({
        row: box.getBoundingClientRect().toJSON(),
        view: box.closest('.scroll').getBoundingClientRect().toJSON(),
      }));
      assert.ok(row.top >= view.top && row.bottom <= view.bottom, `${name}: ${JSON.stringify({ row, view })}`);
    }
    // The way by the top bar takes them along.
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Compare' }).click();
    await page.locator('bx-compare .verdict').waitFor();
    for (const name of names) assert.ok(page.url().includes(name), page.url());
  }));

test('columns that are out of sight are said, and gone to by pointer and keyboard', () =>
  on('#leaderboard&url=sample:good-model', async (page) => {
    const view = page.locator('bx-leaderboard');
    const after = view.getByRole('button', { name: 'Columns after' });
    const before = view.getByRole('button', { name: 'Columns before' });
    await after.waitFor();
    assert.equal(await before.isDisabled(), true);
    const name = view.locator('tbody th').first();
    const region = view.getByRole('region', { name: 'Table of models' });
    const scrolled = () => region.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => [scrollLeft, scrollWidth - clientWidth - scrollLeft]);
    // The table may grow while its run is scored.
    let [at, left] = [0, Infinity];
    for (let turn = 0; turn < 30 && left > 1; turn++) {
      if (await after.isEnabled()) await after.click();
      await page.waitForTimeout(100);
      [at, left] = await scrolled();
    }
    assert.ok(at > 0 && left <= 1, `${at}, ${left}`);
    await view.getByRole('button', { name: 'Columns after', disabled: true }).waitFor();
    // The names stay, and the region takes the keys, with a ring that is not cut off.
    assert.ok((await name.boundingBox()).x >= 0);
    await region.focus();
    await page.keyboard.press('ArrowLeft');
    await before.waitFor();
    assert.equal(await region.evaluate((element) => getComputedStyle(element).outlineOffset), '-2px');
    assert.deepEqual(await flaws(page), []);
    await page.setViewportSize({ width: 2400, height: 900 });
    await after.waitFor({ state: 'detached' });
  }, { viewport: { width: 1024, height: 900 }, reducedMotion: 'reduce' }));

test('the summary of a run is shown whole when its reader says so', () =>
  on('#results&url=sample:bad-model', async (page) => {
    const view = page.locator('bx-results');
    const summary = view.getByRole('region', { name: 'Summary' });
    const hidden = () => summary.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await view.getByRole('button', { name: 'Show more of the summary' }).click();
    await view.getByRole('button', { name: 'Less of the summary' }).waitFor();
    assert.equal(await hidden(), 0);
    assert.ok((await view.locator('bx-table').boundingBox()).height > 400);
    assert.deepEqual(await flaws(page), []);
    await view.getByRole('button', { name: 'Less of the summary' }).click();
    assert.ok((await hidden()) > 0);
  }));

test('labels above fields have one size', () =>
  on('#score&panel=call', async (page) => {
    const labels = page.locator('bx-by-hand label');
    await labels.nth(3).waitFor();
    const sizes = await labels.evaluateAll((all) => all.flatMap((label) => [label, ...label.querySelectorAll('span, code')]).map((one) => getComputedStyle(one).fontSize));
    assert.equal(new Set(sizes).size, 1, sizes.join());
  }));
