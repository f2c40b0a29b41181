// Blind review of suspicious entries: keys, a reload, the files, and nothing that tells the ground truth.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GUISES, drop, flaws, setUp, undo, words } from './support.mjs';

const { on } = setUp();
const folder = mkdtempSync(join(tmpdir(), 'bfclx-review-'));
after(() => rmSync(folder, { recursive: true }));

const RIGHT = [
  "[harbour.tide_table(harbour='Whitby', date='2026-05-04')]",
  "[oven.preheat(celsius=240, mode='top_bottom')]",
  "[observatory.point_telescope(right_ascension=0.712, declination=41.27, exposure_seconds=120)]",
  "[apiary.log_inspection(hive_id=7, frames_with_brood=5, queen_seen=True, notes=['wax moths', 'queen cell'])]",
  "[cycling.climb_time(rider_mass=65.0, power=250, profile={'length_km': 19.2, 'gradient': 7.9})]",
];
const top = join(folder, 'runs');
for (let i = 0; i < 12; i++) {
  const name = join(top, `model-${String(i).padStart(2, '0')}`);
  mkdirSync(name, { recursive: true });
  writeFileSync(join(name, 'BFCL_v4_simple_python_result.json'), RIGHT.map((result, entry) => JSON.stringify({ id: `simple_python_9000${entry}`, result })).join('\n'));
}

const saved = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  return readFileSync(await file.path(), 'utf8');
};
const told = (page, text) => page.locator('bx-review [role=status]', { hasText: text }).waitFor();

/** Drops the runs and begins a review of them. */
async function begun(page) {
  await page.locator('bx-score .box').waitFor();
  await drop(page, [top]);
  await page.waitForFunction(() => /#results|#runs/.test(location.hash));
  await page.evaluate(() => (location.hash = '#runs&panel=audit'));
  await page.locator('bx-audit').getByRole('button', { name: 'Review' }).click();
  await page.getByLabel('Reviewer').fill('ann');
  await page.getByLabel('Seed').fill('3');
  // The box stands before its words, on their line.
  const hard = page.locator('bx-review label', { hasText: 'Include hard entries' });
  const [label, box] = [await hard.boundingBox(), await hard.getByRole('checkbox').boundingBox()];
  assert.ok(label.height < 40 && box.x - label.x < 10, JSON.stringify([label, box]));
  await page.getByRole('button', { name: 'Begin a review' }).click();
  await told(page, '0 of 2 entries reviewed by ann');
}

test('a review by keys, kept across a reload, and its result', () =>
  on('#score', async (page) => {
    await begun(page);
    const shown = await words(page.locator('bx-review'));
    assert.doesNotMatch(shown, /ground truth|suspicious|passed|accepted/i);
    // Functions in full, and the keys of these responses.
    assert.match(shown, / 1(-[2-8])? mark a response as acceptable/);
    await page.keyboard.press('r');
    await page.getByRole('alert').filter({ hasText: 'mark response 1 first' }).waitFor();
    await page.keyboard.press('1');
    await page.locator('bx-review .answers .pass', { hasText: 'acceptable' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    await told(page, '1 of 2 entries');
    await page.reload();
    await page.evaluate(() => (location.hash = '#runs&panel=review'));
    await told(page, '1 of 2 entries reviewed by ann');
    await page.keyboard.press('w');
    await told(page, '2 of 2 entries');
    const lines = (await saved(page, 'Download the review')).trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual([lines[0].schema, lines[0].seed, lines.length], ['bfclx-review-1', 3, 5]);
    assert.deepEqual(lines.slice(3).map(({ verdict }) => verdict), ['right', 'wrong']);
    await page.locator('bx-review summary', { hasText: 'Result' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await page.locator('bx-review li', { hasText: 'Reviewed by ann' }).waitFor();
    assert.match(await saved(page, 'issue.md'), /^# Wrong ground truth/);
    // One click loses no vote.
    await page.getByRole('button', { name: 'Close the review' }).click();
    await page.getByRole('button', { name: 'Begin a review' }).waitFor();
    await page.locator('bx-undo-bar').getByText('Removed the review of ann.').waitFor();
    await undo(page).click();
    await told(page, '2 of 2 entries reviewed by ann');
    assert.equal((await saved(page, 'Download the review')).trim().split('\n').length, 5);
    await page.getByRole('button', { name: 'Close the review' }).click();
    // After the time for undoing the browser has it no more.
    await undo(page).waitFor();
    await undo(page).waitFor({ state: 'detached', timeout: 20_000 });
    assert.equal(await kept(page), '');
  }));

/** The file in this browser. */
const kept = (page, file) =>
  page.evaluate(async (file) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-review', { create: true });
    try {
      const handle = await folder.getFileHandle('review.jsonl', { create: file !== undefined });
      if (file !== undefined) {
        const stream = await handle.createWritable();
        await stream.write(file);
        await stream.close();
      }
      return await (await handle.getFile()).text();
    } catch {
      return '';
    }
  }, file);

test('a kept review of another dataset stays until the reader removes it', () =>
  on('#score', async (page) => {
    await page.locator('bx-score .box').waitFor();
    const id = 'simple_python_90000';
    const mark = createHash('sha256').update(`3\n${id}\nlisted`).digest('hex').slice(0, 8);
    const head = { schema: 'bfclx-review-1', reviewer: 'eve', seed: 3, date: '2026-11-28', dataset: { version: 'v', hash: 'h' }, runs: 2, below_the_cut: 0, entries: 1 };
    const lines = [head, { id, fingerprint: '0'.repeat(16), answers: [], mark }, { id, verdict: 'wrong', acceptable: [], comment: '' }];
    const file = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await kept(page, file);
    await drop(page, [top]);
    await page.waitForFunction(() => /#results|#runs/.test(location.hash));
    await page.evaluate(() => (location.hash = '#runs&panel=review'));
    await page.locator('bx-review').getByText('is different in this dataset').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Begin a review' }).count(), 0);
    assert.equal(await saved(page, 'Download the review'), file);
    await page.getByRole('button', { name: 'Remove the review' }).click();
    await page.getByRole('button', { name: 'Begin a review' }).waitFor();
    await undo(page).click();
    await page.getByRole('button', { name: 'Remove the review' }).waitFor();
    assert.equal(await kept(page), file);
  }));

test('two tabs show the same review, and lose no vote of each other', () =>
  on('#score', async (page) => {
    await begun(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await told(other, '0 of 2 entries reviewed by ann');
    await other.keyboard.press('w');
    await told(other, '1 of 2 entries');
    await told(page, '1 of 2 entries');
    await page.keyboard.press('w');
    await told(page, '2 of 2 entries');
    await told(other, '2 of 2 entries');
    await other.getByRole('button', { name: 'Close the review' }).click();
    await undo(other).waitFor({ state: 'detached', timeout: 20_000 });
    await page.getByRole('button', { name: 'Begin a review' }).waitFor();
  }));

test('a third person decides the disagreements of two reviews', () =>
  on('#score', async (page) => {
    await begun(page);
    for (const key of ['w', 'a']) await page.keyboard.press(key);
    await told(page, '2 of 2 entries reviewed by ann');
    const ann = await saved(page, 'Download the review');
    // Bob: the same entries, and for one of them another verdict.
    const [head, ...lines] = ann.trim().split('\n').map((line) => JSON.parse(line));
    const votes = lines.splice(-2);
    votes[0].verdict = 'ambiguous';
    const other = join(folder, 'bob.jsonl');
    writeFileSync(other, [{ ...head, reviewer: 'bob' }, ...lines, ...votes].map((line) => `${JSON.stringify(line)}\n`).join(''));
    await page.locator('bx-review summary', { hasText: 'Result' }).click();
    await page.getByLabel('Second review').setInputFiles(other);
    await page.getByRole('button', { name: 'Show the result' }).click();
    await page.locator('bx-review li', { hasText: 'acceptable responses: 1 entry' }).waitFor();
    await page.getByLabel('Third reviewer').fill('carol');
    const [first] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Decide the disagreements' }).click()]);
    assert.equal(readFileSync(await first.path(), 'utf8'), ann);
    await told(page, '0 of 1 entry decided by carol');
    await page.locator('bx-review').getByText('bob: ambiguous; acceptable: none').waitFor();
    await page.reload();
    await page.evaluate(() => (location.hash = '#runs&panel=review'));
    await page.locator('bx-review').getByText('ann: wrong; acceptable: none').waitFor();
    await page.keyboard.press('a');
    await told(page, '1 of 1 entry decided by carol');
    assert.deepEqual(JSON.parse((await saved(page, 'Download the review')).split('\n')[0]).reviewers, ['ann', 'bob']);
    await page.locator('bx-review summary', { hasText: 'Result' }).click();
    await page.getByRole('button', { name: 'Show the result' }).click();
    await page.locator('bx-review li', { hasText: 'disagreements decided by carol' }).waitFor();
    await page.locator('bx-review li', { hasText: 'ambiguous: 2; right: 0; open: 0' }).waitFor();
    assert.deepEqual(await flaws(page), []);
  }));

for (const { name, options } of GUISES)
  test(`a review is in the way of nobody, ${name}`, () =>
    on('#score', async (page) => {
      await begun(page);
      assert.deepEqual(await flaws(page), []);
      await page.keyboard.press('1');
      await page.locator('bx-review .answers .pass').waitFor();
      await page.keyboard.press('n');
      await page.keyboard.press('r');
      await told(page, '1 of 2 entries');
      await page.keyboard.press('w');
      await page.locator('bx-review summary', { hasText: 'Result' }).click();
      await page.getByRole('button', { name: 'Show the result' }).click();
      await page.locator('bx-review li', { hasText: 'Reviewed by ann' }).waitFor();
      assert.deepEqual(await flaws(page), []);
      await page.getByRole('button', { name: 'Close the review' }).click();
      await page.getByRole('button', { name: 'Begin a review' }).waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, options));
