// Verdicts that are kept: after a reload and in a second tab every view is as it was, and nothing is scored again, unless the
// files beside the results are damaged.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT, drop, setUp, undo, words, wordsOnce } from './support.mjs';

const stage = setUp();
const folder = mkdtempSync(join(tmpdir(), 'bfclx-kept-'));
after(() => rmSync(folder, { recursive: true }));
for (const model of ['good-model', 'bad-model']) cpSync(join(ROOT, 'tools/sample/results', model), join(folder, 'result', model), { recursive: true });

const rows = (page) => page.locator('bx-runs tbody tr');

/** Records what workers are asked. */
const RECORD = () => {
  globalThis.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.method) globalThis.asked.push(message.method);
    return postMessage.call(this, message, ...rest);
  };
};
const SCORING = ['openResults', 'proposeSettings', 'score', 'overallScores', 'runWarnings'];
const scoring = async (page) => (await page.evaluate(() => globalThis.asked)).filter((method) => SCORING.includes(method));

/** The sizes of the files of each kept run. */
const lying = (page) =>
  page.evaluate(async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-runs', { create: true });
    const found = [];
    for await (const place of all.values()) {
      const files = {};
      // One that is gone again was written anew in between.
      for await (const file of place.values()) files[file.name] = (await file.getFile().catch(() => ({ size: 0 }))).size;
      found.push(files);
    }
    return found;
  });

async function untilKept(page, number) {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await lying(page);
    if (found.length === number && found.every(({ verdicts, lines }) => verdicts > 0 && lines > 0)) return;
    assert.ok(Date.now() < end, JSON.stringify(found));
    await page.waitForTimeout(100);
  }
}

async function matrix(page, number = 2) {
  await page.evaluate(() => (location.hash = '#runs'));
  await rows(page).nth(number - 1).getByText('%').first().waitFor();
  const view = page.locator('bx-runs');
  await view.locator('.scored').waitFor({ state: 'detached' });
  await page.waitForFunction(() => {
    const shown = document.querySelector('bx-app')?.shadowRoot?.querySelector('bx-runs')?.shadowRoot;
    return shown?.querySelector('tr.groups') && ![...shown.querySelectorAll('tbody tr')].some((row) => row.textContent.includes('…'));
  });
  // Its warning is looked for once it is scored.
  await view.locator('tbody tr', { hasText: 'bad-model' }).filter({ hasText: '!' }).waitFor();
  // So is its latency, which the sample has of the other run.
  if (number === 2) await view.locator('tbody tr', { hasText: 'good-model' }).filter({ hasText: 'p95' }).waitFor();
  return words(view.locator('table'));
}

/** Two runs of the sample, whose verdicts lie on disk. */
async function loaded(page) {
  await page.addInitScript(RECORD);
  await page.reload();
  await page.locator('bx-score .box').waitFor();
  await drop(page, [join(folder, 'result')]);
  const text = await matrix(page);
  await untilKept(page, 2);
  return text;
}

/** What the views say of both runs: the table of entries, entries, other runs, a search, exports, a comparison, what none passes. */
async function seen(page) {
  const said = { matrix: await matrix(page) };
  const go = (hash) => page.evaluate((next) => (location.hash = next), hash);
  for (const run of ['good-model', 'bad-model']) {
    await go(`#results&run=${run}`);
    await page.locator('bx-run-head h1', { hasText: run }).waitFor();
    said[`${run} summary`] = await wordsOnce(page.locator('bx-results .number'), /^\d+ rows/);
    for (const entry of ['simple_python_90002', 'multi_turn_base_90000', 'simple_java_90000']) {
      await go(`#results&run=${run}&entry=${entry}`);
      const detail = page.locator('bx-entry-detail');
      await detail.locator('.verdict').waitFor();
      await detail.getByRole('tab', { name: /Other runs \(\d of 1 passed\)/ }).click();
      await page.locator('bx-other-runs').getByRole('button', { name: run === 'good-model' ? 'bad-model' : 'good-model' }).waitFor();
      said[`${run} ${entry}`] = await words(detail);
      await detail.getByRole('tab', { name: 'Why' }).click();
      await detail.locator('bx-explanation, bx-episode').first().waitFor();
    }
    // A function that responses call, and words of a question.
    for (const q of ['fn:point_telescope', 'whitby']) {
      await go(`#results&run=${run}&q=${encodeURIComponent(q)}`);
      said[`${run} ${q}`] = await wordsOnce(page.locator('bx-results .number'), /^[1-9]\d* rows?(?!.*reading)/);
    }
    await go(`#results&run=${run}`);
    await page.getByRole('button', { name: '⇩ Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'All verdicts, JSONL' }).click();
    said[`${run} verdicts`] = createHash('sha256').update(readFileSync(await (await download).path())).digest('hex');
  }
  await go('#compare&with=good-model+bad-model');
  await page.locator('bx-compare .verdict[aria-busy=false]').waitFor();
  said.compare = await words(page.locator('bx-compare .verdict'));
  await go('#runs&panel=unpassed');
  said.unpassed = await wordsOnce(page.locator('bx-unpassed'), /\d runs, \d different responses|all \d runs return/);
  return said;
}

test('after a reload, and in a second tab, every view is as it was, and nothing was scored', () =>
  stage.on('#score', async (page) => {
    await loaded(page);
    const before = await seen(page);
    await page.evaluate(() => (location.hash = '#runs'));
    await page.reload();
    assert.equal(await matrix(page), before.matrix);
    assert.deepEqual(await scoring(page), []);
    assert.deepEqual(await seen(page), before);
    const second = await page.context().newPage();
    await second.addInitScript(RECORD);
    await second.goto(page.url());
    assert.equal(await matrix(second), before.matrix);
    assert.deepEqual(await scoring(second), []);
    assert.deepEqual(await seen(second), before);
  }));

/** Cuts the files of that name of all runs. */
const cut = (page, name) =>
  page.evaluate(async (file) => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-runs');
    for await (const place of all.values()) {
      const handle = await place.getFileHandle(file);
      const half = await (await handle.getFile()).slice(0, 700).arrayBuffer();
      const stream = await handle.createWritable();
      await stream.write(half);
      await stream.close();
    }
  }, name);
const sizes = async (page) => (await lying(page)).map(({ verdicts, lines }) => `${verdicts} ${lines}`).sort();

test('cut files: two tabs at once score again, say nothing, and leave whole files', () =>
  stage.on('#score', async (page, problems) => {
    const text = await loaded(page);
    const whole = await sizes(page);
    await cut(page, 'verdicts');
    const second = await page.context().newPage();
    second.on('pageerror', (error) => problems.push(error.message));
    await second.addInitScript(RECORD);
    await Promise.all([page.reload(), second.goto(page.url())]);
    for (const one of [page, second]) {
      assert.equal(await matrix(one), text);
      assert.ok((await scoring(one)).includes('score'));
    }
    const end = Date.now() + 60_000;
    while (JSON.stringify(await sizes(page)) !== JSON.stringify(whole)) {
      assert.ok(Date.now() < end, JSON.stringify([await sizes(page), whole]));
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(1500);
    await page.reload();
    assert.equal(await matrix(page), text);
    assert.deepEqual(await scoring(page), []);
    // The lines alone: what needs them has them made again.
    const before = await seen(page);
    await cut(page, 'lines');
    await page.reload();
    assert.deepEqual(await seen(page), before);
  }));

test('a removed run comes back with its verdicts, also after a reload', () =>
  stage.on('#score', async (page) => {
    const text = await loaded(page);
    await page.getByLabel('Choose bad-model').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await rows(page).nth(1).waitFor({ state: 'detached' });
    await page.reload();
    await undo(page).click();
    assert.equal(await matrix(page), text);
    assert.ok(!(await scoring(page)).some((method) => method === 'score' || method === 'openResults'));
    assert.equal((await lying(page)).length, 2);
  }));

test('without room nothing is kept and nothing is said', () =>
  stage.on('#score', async (page) => {
    const text = await loaded(page);
    await cut(page, 'verdicts');
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: stage.site.origin, quotaSize: 200_000 });
    await page.reload();
    assert.equal(await matrix(page), text);
    await page.waitForTimeout(3000);
    assert.ok((await lying(page)).every(({ verdicts = 0 }) => verdicts <= 700));
    assert.doesNotMatch(await words(page.locator('bx-runs')), /space|kept no/);
    await session.send('Storage.overrideQuotaForOrigin', { origin: stage.site.origin });
  }));
