// Errata: a second, named score beside the official one; what is no errata file is refused by name.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { GUISES, ROOT, drop, flaws, paste, serveFiles, setUp, words } from './support.mjs';

let elsewhere;
before(async () => {
  elsewhere = await serveFiles({ '/errata.json': { body: JSON.stringify({ schema: 'bfclx-errata-1', name: 'theirs', corrections: [] }), headers: { 'Access-Control-Allow-Origin': '*' } } });
});
const { on } = setUp(() => [elsewhere]);
const folder = mkdtempSync(join(tmpdir(), 'bfclx-errata-'));
after(() => rmSync(folder, { recursive: true }));

const ATTACK = '<img src=x onerror="document.title=\'owned\'">';
const FIRST = 'simple_python_90000';
const one = (more) => ({ id: FIRST, kind: 'void', reason: 'the date is ambiguous', source: 'https://example.org/1', author: 'a reader', ...more });
const file = (name, ...corrections) => {
  const path = join(folder, `${name.replace(/\W/g, '')}.json`);
  writeFileSync(path, JSON.stringify({ schema: 'bfclx-errata-1', name, corrections }));
  return path;
};
const bar = (page) => page.locator('bx-errata-bar');

test('results: official and second score side by side, the numbers of the program, until it is removed', () =>
  on('#results&url=sample:bad-model', async (page) => {
    await page.locator('bx-run-head h1', { hasText: 'bad-model' }).waitFor();
    await page.locator('bx-run-head').getByText('of the weight').waitFor();
    // What the diagnosis finds comes when it comes.
    const line = async () => (await words(page.locator('bx-run-head .line'))).replaceAll(' !', '');
    const official = await line();
    const path = file('ours', one(), one({ id: 'simple_python_90001', kind: 'replaced_answer', ground_truth: [{ 'oven.preheat': { celsius: [1], mode: ['fan'], minutes: [9] } }] }));
    await drop(page, [path]);
    await bar(page).locator('tbody tr').waitFor();
    const shown = await words(bar(page));
    assert.match(shown, /With the errata “ours” \(2 of 2 corrections apply here\): not an official score/);
    assert.match(shown, /overall v4, own categories/);
    assert.equal(await line(), official);
    const program = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
    if (existsSync(program)) {
      let text = '';
      try {
        text = execFileSync(program, ['check', join(ROOT, 'tools/sample/results/bad-model'), '--dataset', join(ROOT, 'tools/sample'), '--errata', path, '--format', 'json'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
      } catch (error) {
        text = error.stdout.toString(); // some lines of it cannot be used
      }
      const report = JSON.parse(text);
      const sum = (categories, name) => categories.reduce((all, row) => all + row[name], 0);
      for (const { categories } of [report.models[0], report.errata.models[0]]) {
        assert.ok(shown.includes(`${sum(categories, 'right')} of ${sum(categories, 'entries')}`), `${sum(categories, 'right')} of ${sum(categories, 'entries')} in ${shown}`);
      }
    }
    await bar(page).getByRole('button', { name: 'Remove the errata' }).click();
    assert.equal(await bar(page).count(), 0);
  }));

test('on a phone the name of a run keeps its width', () =>
  on('#runs&url=sample:bad-model', async (page) => {
    await page.locator('bx-runs tbody tr').first().waitFor();
    await drop(page, [file('narrow', one())]);
    await page.setViewportSize({ width: 390, height: 844 });
    const name = bar(page).locator('tbody th').first();
    await name.waitFor();
    const { width, height } = await name.boundingBox();
    assert.ok(width >= 80 && height < 60, `${width} x ${height}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }));

test('compare and leaderboard have both scores', () =>
  on('#compare&url=sample:good-model+sample:bad-model', async (page) => {
    await page.locator('bx-compare .verdict').waitFor();
    await drop(page, [file('ours', one())]);
    await bar(page).locator('tbody tr').nth(1).waitFor();
    await bar(page).getByText('B − A: official').waitFor();
    const figures = /good-model \d+\.\d (\d+\.\d) .*bad-model \d+\.\d (\d+\.\d)/;
    assert.match(await words(bar(page)), figures);
    await page.evaluate(() => (location.hash = '#leaderboard&table=none'));
    await page.locator('bx-leaderboard').waitFor();
    await bar(page).getByText('…').first().waitFor({ state: 'detached' });
    assert.match(await words(bar(page)), figures);
    assert.equal(await bar(page).getByText('B − A').count(), 0);
  }));

test('matrix and leaderboard have the second score beside the official one, named as none', () =>
  on('#runs&url=sample:good-model+sample:bad-model', async (page) => {
    const row = page.locator('bx-runs tbody tr', { hasText: 'bad-model' });
    await page.locator('bx-runs').getByRole('button', { name: 'missing as 0', exact: true }).click();
    await row.locator('td:nth-child(3) strong').waitFor();
    const official = await words(row.locator('td').nth(1));
    await drop(page, [file('ours', one())]);
    const second = row.getByText('not official');
    await second.waitFor();
    assert.equal(await words(row.locator('td').nth(1)), official);
    const heading = page.locator('bx-runs thead').getByRole('button', { name: 'with errata' });
    assert.match((await heading.getAttribute('title')) ?? '', /With the errata “ours”: not an official score/);
    assert.notEqual(await words(row.locator('td').nth(2)), official);
    await heading.click();
    assert.match(await words(page.locator('bx-runs tbody tr').first()), /good-model/);
    await page.locator('bx-runs').getByRole('button', { name: 'complete' }).click();
    await page.evaluate(() => (location.hash = '#leaderboard&table=none'));
    const named = page.locator('bx-leaderboard tbody tr', { hasText: 'with the errata “ours”, not official' });
    await named.nth(1).waitFor();
    await named.first().getByText('of the weight').waitFor();
    const rows = page.locator('bx-leaderboard tbody tr');
    assert.equal(await rows.count(), 4);
    for (const line of await named.all()) assert.match(await words(line), /^– (good|bad)-model/);
    assert.deepEqual(await flaws(page), []);
    await bar(page).getByRole('button', { name: 'Remove the errata' }).click();
    assert.equal(await named.count(), 0);
    assert.equal(await rows.count(), 2);
  }));

test('shared scores have the second score over what is shared, that of the panel', () =>
  on('#runs&url=sample:good-model+sample:bad-model', async (page) => {
    const rows = page.locator('bx-runs tbody tr');
    await rows.nth(1).waitFor();
    // Of one category: the scores over what is shared are no run's own.
    const few = mkdtempSync(join(folder, 'few-'));
    mkdirSync(join(few, 'few-model'));
    writeFileSync(join(few, 'few-model', 'BFCL_v4_simple_python_result.json'), [0, 1, 2].map((i) => JSON.stringify({ id: `simple_python_9000${i}`, result: '[f()]' })).join('\n'));
    await drop(page, [join(few, 'few-model')]);
    await page.locator('bx-run-head h1', { hasText: 'few-model' }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await rows.nth(2).waitFor();
    await page.locator('bx-runs').getByRole('button', { name: 'shared', exact: true }).click();
    await drop(page, [file('ours', one())]);
    const second = rows.locator('td:nth-child(4)').filter({ hasText: 'not official' });
    await second.nth(2).waitFor();
    await bar(page).locator('tbody tr').nth(2).waitFor();
    await bar(page).getByText('…').first().waitFor({ state: 'detached' });
    for (const name of ['good-model', 'bad-model', 'few-model']) {
      const cell = rows.filter({ hasText: name }).locator('td:nth-child(4)');
      const [, score] = /^(\d+\.\d) /.exec(await words(cell));
      assert.doesNotMatch(await words(cell), /partial/);
      const panel = bar(page).locator('tbody tr', { hasText: name });
      assert.equal(await words(panel.locator('td').nth(1)), score, name);
    }
  }));

test('the scores of the panel are those of the view, on its basis, the best first', () =>
  on('#leaderboard&table=none&url=sample:bad-model+sample:good-model', async (page) => {
    const rows = page.locator('bx-leaderboard tbody tr');
    await rows.nth(1).waitFor();
    await drop(page, [file('ours', one())]);
    await bar(page).locator('tbody tr').nth(1).waitFor();
    await page.getByRole('button', { name: 'missing as 0', exact: true }).click();
    await bar(page).getByText('overall v4, missing as 0').waitFor();
    await page.locator('bx-leaderboard th[aria-sort=descending]').waitFor();
    await bar(page).getByText('…').first().waitFor({ state: 'detached' });
    assert.match(await words(page.locator('bx-leaderboard .number')), /^2 models$/);
    for (const [i, name] of ['good-model', 'bad-model'].entries()) {
      const [, panel] = /^\S+ (\d+\.\d) /.exec(await words(bar(page).locator('tbody tr').nth(i)));
      const line = rows.filter({ hasText: name }).filter({ hasNotText: 'with the errata' });
      const [, table] = /yours (?:! )?(\d+\.\d\d)/.exec(await words(line));
      assert.ok(Math.abs(Number(panel) - Number(table)) < 0.06, `${panel} and ${table}`);
    }
    assert.doesNotMatch(await words(bar(page).locator('thead')), /official/);
  }));

test('of many runs the panel is one line, and on a phone no column is cut', () =>
  on('#runs&url=sample:good-model+sample:bad-model', async (page) => {
    await page.locator('bx-runs tbody tr').nth(1).waitFor();
    const many = mkdtempSync(join(folder, 'many-'));
    for (let i = 0; i < 4; i++) {
      mkdirSync(join(many, `model-${i}`));
      writeFileSync(join(many, `model-${i}`, 'BFCL_v4_simple_python_result.json'), `{"id": "${FIRST}", "result": "[f(${i})]"}\n`);
    }
    await drop(page, [many]);
    await page.locator('bx-runs tbody tr').nth(5).waitFor();
    await drop(page, [file('ours', one())]);
    await page.setViewportSize({ width: 390, height: 844 });
    const line = bar(page).getByText('Scores of 6 runs, without and with the errata');
    await line.waitFor();
    assert.ok((await bar(page).boundingBox()).height < 150);
    await line.click();
    const table = bar(page).locator('.scroll');
    assert.ok(await table.evaluate((element) => element.scrollWidth <= element.clientWidth));
  }));

test('errata of a link are refused', () =>
  on(`#score&url=${encodeURIComponent(`${elsewhere.origin}/errata.json`)}`, async (page) => {
    await page.getByText('corrections are loaded only when you drop').first().waitFor();
    assert.equal(await bar(page).count(), 0);
  }, { follow: true }));

test('pasted errata wait for runs', () =>
  on('#score', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await page.locator('h1').click();
    await paste(page, JSON.stringify({ schema: 'bfclx-errata-1', name: 'ours', corrections: [one()] }));
    await bar(page).getByText('Its score is shown next to').waitFor();
    await page.evaluate(() => (location.hash = '#results&url=sample:bad-model'));
    await bar(page).getByText('“ours”').waitFor();
  }));

test('errors are named: what is no errata, what does not fit', () =>
  on('#results&url=sample:bad-model', async (page) => {
    await page.locator('bx-run-head h1', { hasText: 'bad-model' }).waitFor();
    await drop(page, [file('broken', one({ kind: 'nonsense' }))]);
    const alert = bar(page).getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /broken\.json corrects nothing: .*correction 1 \(simple_python_90000\)/);
    await drop(page, [file(`unfit ${ATTACK}`, one(), one({ id: 'simple_python_90001', kind: 'alternative_answer', ground_truth: ['f()'] }))]);
    await bar(page).getByText('1 correction left out').click();
    const shown = await words(bar(page));
    assert.match(shown, /simple_python_90001: its ground truth must be/);
    assert.ok(shown.includes(ATTACK));
    assert.doesNotMatch(await page.title(), /^owned/);
    assert.equal(await bar(page).locator('img').count(), 0);
  }));

for (const guise of GUISES) {
  test(`no flaws, nothing overflows: ${guise.name}`, () =>
    on('#results&url=sample:bad-model', async (page) => {
      await page.locator('bx-run-head h1', { hasText: 'bad-model' }).waitFor();
      const size = page.viewportSize();
      await page.setViewportSize({ width: 1440, height: 900 }); // the drop lands in the middle
      await drop(page, [file('ours', one())]);
      await page.setViewportSize(size);
      await bar(page).locator('tbody tr').waitFor();
      assert.deepEqual(await flaws(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px wider than the window`);
    }, guise.options));
}
