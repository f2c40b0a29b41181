// Audit: suspicious entries over the loaded runs, what the totals would be without them, exports.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { GUISES, drop, flaws, setUp, words } from './support.mjs';

const { on } = setUp();
const folder = mkdtempSync(join(tmpdir(), 'bfclx-audit-'));
after(() => rmSync(folder, { recursive: true }));

const EVIL = '</script><img src=x onerror="document.title=\'owned\'">';
const RIGHT = [
  "[harbour.tide_table(harbour='Whitby', date='2026-05-03')]",
  "[oven.preheat(celsius=240, mode='top_bottom')]",
  "[observatory.point_telescope(right_ascension=0.712, declination=41.27, exposure_seconds=120)]",
  "[apiary.log_inspection(hive_id=7, frames_with_brood=5, queen_seen=True, notes=['wax moths', 'queen cell'])]",
  "[cycling.climb_time(rider_mass=65.0, power=250, profile={'length_km': 19.2, 'gradient': 7.9})]",
];
/** A folder of runs: all of them answer entry 0 in one way that is refused; the last one means harm. */
function runs(number) {
  const top = join(folder, `runs-${number}`);
  for (let i = 0; i < number; i++) {
    const name = join(top, `model-${String(i).padStart(3, '0')}`);
    mkdirSync(name, { recursive: true });
    const responses = [...RIGHT];
    responses[0] = "[harbour.tide_table(harbour='Whitby', date='3rd of May 2026')]";
    if (i % 3 === 1) responses[2] = `[observatory.point_telescope(right_ascension=${i}.5, declination=41.27)]`;
    if (i === number - 1) responses[3] = `[apiary.log_inspection(hive_id=7, frames_with_brood=5, queen_seen=True, notes=['${EVIL.replaceAll("'", '`')}'])]`;
    writeFileSync(join(name, 'BFCL_v4_simple_python_result.json'), responses.map((result, entry) => JSON.stringify({ id: `simple_python_9000${entry}`, result })).join('\n'));
  }
  return top;
}

/** Notes each frame whether the audit says that there are too few runs. */
const watchTooFew = (page) =>
  page.evaluate(() => {
    globalThis.tooFew = false;
    const look = () => {
      const views = document.querySelector('bx-app')?.shadowRoot?.querySelector('bx-runs');
      const shown = views?.shadowRoot?.querySelector('bx-audit')?.shadowRoot?.textContent ?? '';
      globalThis.tooFew ||= shown.includes('compares the responses of many runs');
      requestAnimationFrame(look);
    };
    look();
  });

async function loaded(page, number) {
  await page.locator('bx-score .box').waitFor();
  await watchTooFew(page);
  await drop(page, [runs(number)]);
  await page.waitForFunction(() => /#results|#runs/.test(location.hash));
  await page.evaluate(() => (location.hash = '#runs&panel=audit'));
}
const entries = (page) => page.locator('bx-audit ol > li');

for (const [number, limit] of [[3, 20_000], [20, 30_000], [200, 120_000]]) {
  test(`${number} runs`, () =>
    on('#score', async (page) => {
      await loaded(page, number);
      if (number === 200) await page.locator('bx-audit').getByText(/^[1-9]\d* of 200 runs$/).waitFor();
      await page.locator('bx-audit .lead', { hasText: `based on ${number} runs` }).waitFor({ timeout: limit });
      assert.equal(await page.evaluate(() => globalThis.tooFew), false);
      const shown = await words(page.locator('bx-audit'));
      assert.equal(/With fewer than 4 runs, an audit finds little/.test(shown), number === 3);
      if (number === 3) return;
      assert.match(await entries(page).first().innerText(), /simple_python_90000/);
      assert.match(await entries(page).first().innerText(), new RegExp(`0 of ${number} passed`));
      assert.equal(await page.locator('bx-audit .scores').getAttribute('open') !== null, number <= 8);
    }));
}

for (const guise of GUISES)
  test(`from a cell of Runs to the audit and the text of an issue in three clicks, ${guise.name}`, () =>
    on('#score', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await loaded(page, 20);
      const audit = page.locator('bx-audit');
      await audit.locator('.lead', { hasText: 'based on 20 runs' }).waitFor();
      await page.evaluate(() => (location.hash = '#runs'));
      const open = async (id) => {
        await page.locator('bx-runs tbody tr').first().locator('td button').first().click();
        await page.locator('bx-results bx-table .body .row', { hasText: id }).click();
      };
      const detail = page.locator('bx-entry-detail');
      await open('simple_python_90000');
      await detail.getByRole('button', { name: 'Copy as an issue' }).click();
      await detail.getByText('Copied: question').waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      for (const part of ['### `simple_python_90000`: ground truth incorrect', '**Question**', '**Response of `model-000`**, failed', '3rd of May 2026']) assert.ok(text.includes(part), part);
      assert.deepEqual(await flaws(page), []);
      await detail.getByRole('link', { name: 'Audit' }).click();
      await audit.locator('li [open] h3', { hasText: 'Ground truth' }).waitFor();
      assert.match(page.url(), /panel=audit&entry=simple_python_90000|entry=simple_python_90000&panel=audit/);
      // What is not suspicious is told, and shown all the same.
      await page.evaluate(() => (location.hash = '#runs'));
      await open('simple_python_90004');
      await detail.getByRole('link', { name: 'Audit' }).click();
      await audit.locator('.lead', { hasText: 'simple_python_90004 is not suspicious.' }).waitFor();
      await audit.locator('li [open] h3', { hasText: 'Ground truth' }).waitFor();
      assert.deepEqual(await flaws(page), []);
    }, guise.options));

test('without suspicious entries there are no scores without them', () =>
  on('#runs&panel=audit&url=sample:good-model+sample:bad-model&category=none', async (page) => {
    await page.locator('bx-audit .lead', { hasText: /^\s*0 of/ }).waitFor();
    await page.getByText('No entries', { exact: true }).waitFor();
    assert.doesNotMatch(await words(page.locator('bx-audit')), /without|No totals/);
  }));

test('one run says why it needs more', () =>
  on('#runs&panel=audit&url=sample:good-model', async (page) => {
    await page.locator('bx-audit bx-notice', { hasText: 'compares the responses of many runs' }).waitFor();
    assert.match(await words(page.locator('bx-audit')), /An audit needs at least two runs/);
  }));

test('an entry opens with question, truth and answers, by keyboard and by address; exports are what is shown', () =>
  on('#score', async (page) => {
    await loaded(page, 6);
    const first = entries(page).first();
    await first.waitFor();
    await first.locator('summary').focus();
    await page.keyboard.press('Enter');
    await first.locator('bx-question').waitFor();
    assert.match(page.url(), /entry=simple_python_90000/);
    const open = await words(first);
    for (const text of ['high water in Whitby', '2026-05-03', "date='3rd of May 2026'", '6 runs', 'passed by none']) assert.ok(open.includes(text), `${text} in ${open}`);
    await page.locator('bx-audit').getByLabel('Class').selectOption('nobody_passes');
    assert.equal(await entries(page).count(), 1);
    assert.match(page.url(), /kind=nobody_passes/);
    await page.locator('bx-audit').getByLabel('Class').selectOption('');
    const save = async (name) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.locator('bx-audit').getByRole('button', { name, exact: true }).click()]);
      return readFileSync(await file.path(), 'utf8');
    };
    const report = JSON.parse(await save('JSON'));
    assert.equal(report.runs.length, 6);
    assert.equal(report.entries[0].id, 'simple_python_90000');
    const csv = (await save('CSV')).split('\n');
    assert.match(csv[0], /^id,category,suspicion,suspicious,classes,runs,passes/);
    assert.match(csv[1], /^simple_python_90000,simple_python,.*,yes,/);
    assert.notEqual(await page.locator('bx-audit .scores').getAttribute('open'), null);
    const scores = await words(page.locator('bx-audit .scores'));
    assert.match(scores, /without the (suspicious entry|\d+ suspicious entries)/);
    assert.equal(await page.locator('bx-audit .scores tbody tr').count(), 6);
    await first.getByRole('link', { name: 'Open the entry' }).click();
    await page.locator('bx-entry-detail, bx-results').first().waitFor();
    assert.match(page.url(), /#results.*entry=simple_python_90000/);
  }));

test('runs that are chosen are audited alone', () =>
  on('#score', async (page) => {
    await loaded(page, 6);
    await page.locator('bx-audit .lead').waitFor();
    await page.evaluate(() => (location.hash = '#runs&panel=audit&chosen=model-000|model-001'));
    await page.locator('bx-audit .lead', { hasText: 'based on 2 runs' }).waitFor();
  }));

for (const guise of GUISES) {
  test(`no flaws, nothing runs, nothing overflows: ${guise.name}`, () =>
    on('#score', async (page) => {
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1440, height: 900 }); // the drop lands in the middle
      await loaded(page, 5);
      await page.setViewportSize(size);
      await entries(page).first().waitFor();
      await page.evaluate(() => (location.hash += '&entry=simple_python_90003'));
      await page.waitForTimeout(300);
      const last = page.locator('bx-audit li', { hasText: 'simple_python_90000' }).locator('summary');
      await last.click();
      await page.locator('bx-audit bx-question').first().waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.doesNotMatch(await page.title(), /^owned/);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px wider than the window`);
    }, guise.options));
}
