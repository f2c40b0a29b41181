// Runs: the matrix, and what stays in the browser.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, LINES, drop, flaws, paste, setUp, shows, words } from './support.mjs';

const BOTH = '#runs&url=sample:good-model+sample:bad-model';
const { on } = setUp();
const rows = (page) => page.locator('bx-runs tbody tr');
const names = (page) => page.locator('bx-runs tbody th a').allInnerTexts();
/** Rows come to their places when their scores are there. */
async function inOrder(page, expected) {
  for (let left = 100; left > 0 && (await names(page)).join() !== expected.join(); left--) await page.waitForTimeout(100);
  assert.deepEqual(await names(page), expected);
}

/** The sample's result lines of one folder of good-model. */
const resultsOf = (folder) => {
  const place = join(import.meta.dirname, '../../tools/sample/results/good-model', folder);
  return readdirSync(place).flatMap((file) =>
    readFileSync(join(place, file), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)),
  );
};

async function pasted(page) {
  await page.locator('bx-score .box').waitFor();
  await page.locator('h1').click();
  await paste(page, LINES);
  await page.locator('bx-run-head h1', { hasText: 'pasted' }).waitFor();
}

test('sorted, filtered, chosen, compared, opened and removed', () =>
  on(BOTH, async (page) => {
    await rows(page).nth(1).getByText('%').first().waitFor();
    await inOrder(page, ['good-model', 'bad-model']);
    assert.match(await words(rows(page).nth(1)), /bad-model .*26\.8 .*32\.2 %\s*8 of 34 – 0 of 5/);
    await page.locator('bx-runs').getByRole('button', { name: /^overall v4/ }).click();
    await inOrder(page, ['bad-model', 'good-model']);
    assert.match(page.url(), /sort=overall/);
    await page.getByLabel('Filter runs').last().fill('good');
    await inOrder(page, ['good-model']);
    await page.getByLabel('Filter runs').last().fill('');
    await page.getByLabel('Choose good-model').check();
    await page.getByLabel('Choose bad-model').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Compare' }).click();
    await page.locator('bx-compare .verdict').waitFor();
    assert.match(page.url(), /with=good-model\+bad-model/);
    await page.goBack();
    await page.locator('bx-runs').getByRole('button', { name: '0 of 5' }).first().click();
    await shows(page, '5 entries');
    assert.match(page.url(), /run=bad-model&.*category=simple_python/);
    await page.goBack();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No runs yet').waitFor();
  }));

test('groups fold into one column, that sorts, and the address keeps it', () =>
  on(BOTH, async (page) => {
    const view = page.locator('bx-runs');
    const live = view.getByRole('button', { name: 'Categories of Live' });
    await live.waitFor();
    // Latencies come a moment later, with a column of their own.
    await view.getByRole('columnheader', { name: 'latency s' }).waitFor();
    const heads = () => view.locator('thead tr:last-child th').allInnerTexts();
    assert.ok((await heads()).includes('live_simple'));
    assert.equal(await live.getAttribute('aria-expanded'), 'true');
    await live.click();
    assert.match(page.url(), /folded=Live/);
    const after = (await heads()).map((text) => text.trim());
    assert.ok(!after.some((text) => text.startsWith('live_simple')) && after.includes('Live'), after.join());
    // As many cells as columns.
    const cells = await rows(page).first().locator('> *').count();
    assert.equal(cells, after.length + 1);
    // Below twenty entries a count, never a percentage.
    const at = after.indexOf('Live') + 1;
    await rows(page).first().locator('> *').nth(at).filter({ hasText: /^\s*\d+ of \d+\s*$/ }).waitFor();
    await view.getByRole('button', { name: 'Live', exact: true }).click();
    assert.match(page.url(), /sort=-Live/);
    await page.reload();
    await view.getByRole('button', { name: 'Categories of Live', expanded: false }).click();
    await view.getByRole('button', { name: 'live_simple', exact: true }).waitFor();
    // The order by a column that is gone is gone, or goes to the group's.
    assert.doesNotMatch(page.url(), /folded|sort/);
    await view.getByRole('button', { name: 'live_simple', exact: true }).click();
    await live.click();
    assert.match(page.url(), /sort=-Live/);
  }));

test('scores on different bases are never in one order: complete, shared, missing as 0', () =>
  on('#score', async (page) => {
    // The first has the single-turn categories alone, the second more of them wrong, and others right beside.
    const wrong = (line) => ({ ...line, result: '[f()]' });
    const single = resultsOf('non_live');
    const other = [...resultsOf('live'), ...resultsOf('multi_turn')];
    const first = single.map((line) => (/simple_python|irrelevance/.test(line.id) ? wrong(line) : line));
    const second = [...single.map((line) => (/simple|irrelevance/.test(line.id) ? wrong(line) : line)), ...other];
    for (const [name, some] of [['pasted', first], ['pasted (2)', second]]) {
      await page.goto(page.url().replace(/#.*/, '#score'));
      await page.locator('bx-score .box').waitFor();
      await page.locator('h1').click();
      await paste(page, some.map((line) => JSON.stringify(line)).join('\n'));
      await page.locator('bx-run-head h1', { hasText: name }).waitFor();
    }
    await page.goto(page.url().replace(/#.*/, '#runs'));
    const view = page.locator('bx-runs');
    const head = view.locator('th[aria-sort=descending]');
    const cell = (n) => rows(page).nth(n).locator('td').nth(1);
    // Neither is complete: what both share is the basis, and the head says what that is.
    await rows(page).nth(1).locator('td strong').waitFor();
    assert.match(await head.innerText(), /^overall v4, shared ↓\s+over the \d+ entries in \d+ categories that both runs have, \d+\.\d % of the weight$/);
    await inOrder(page, ['pasted', 'pasted (2)']);
    const shared = await rows(page).locator('td:nth-of-type(2) strong').allInnerTexts();
    // Compare says the same of them.
    await page.getByLabel('Choose pasted (2)').check();
    await page.getByLabel('Choose pasted', { exact: true }).check();
    await view.getByRole('button', { name: 'Compare' }).click();
    await page.locator('bx-compare .verdict strong').nth(1).waitFor();
    const verdict = await words(page.locator('bx-compare .verdict'));
    for (const score of shared) assert.ok(verdict.includes(score), `${score} in ${verdict}`);
    const own = await words(page.locator('bx-compare tr', { hasText: 'own score' }));
    await page.goBack();
    // Complete: both are partial, in grey, in no order, and each is what Compare and Results say.
    await view.getByRole('button', { name: 'complete', exact: true }).click();
    await cell(1).getByText('partial').waitFor();
    assert.equal(await rows(page).locator('td strong').count(), 0);
    const before = await names(page);
    await view.getByRole('button', { name: /^overall v4, complete/ }).click();
    assert.deepEqual(await names(page), before);
    for (const n of [0, 1]) {
      const [score] = /\d+\.\d/.exec(await cell(n).innerText());
      assert.ok(own.includes(`${score} partial`), `${score} in ${own}`);
    }
    // As 0: all have a place, in the order of these scores.
    await view.getByRole('button', { name: 'missing as 0', exact: true }).click();
    await rows(page).nth(1).locator('td strong').waitFor();
    const zero = (await rows(page).locator('td:nth-of-type(2) strong').allInnerTexts()).map(Number);
    assert.ok(zero[0] < zero[1], String(zero));
    await page.goto(page.url().replace(/#.*/, `#results&run=${encodeURIComponent(before[0])}`));
    await page.locator('bx-run-head .share').waitFor();
    assert.ok(zero.includes(Number(await page.locator('bx-run-head .share').innerText())));
    await page.locator('bx-run-head').getByText('missing categories count as 0').waitFor();
  }));

test('a bar in a name chooses nothing else; what the filter hides is not removed; an unknown order is none', () =>
  on('#score', async (page) => {
    for (const name of ['a|b.jsonl', 'a.jsonl', 'b.jsonl']) {
      await page.goto(page.url().replace(/#.*/, '#score'));
      await page.locator('bx-score .box').waitFor();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(LINES) });
      await page.locator('bx-run-head h1', { hasText: name.replace('.jsonl', '') }).waitFor();
    }
    await page.goto(page.url().replace(/#.*/, '#runs&sort=-nothing'));
    const view = page.locator('bx-runs');
    await rows(page).nth(2).waitFor();
    // An unknown order is the usual one.
    await view.locator('th[aria-sort=descending]').waitFor();
    await page.getByLabel('Choose a|b').check();
    await view.getByText('3 runs, 1 chosen', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Choose a', { exact: true }).isChecked(), false);
    await page.getByLabel('Choose b', { exact: true }).check();
    await page.getByLabel('Filter runs').last().fill('|');
    await view.getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Filter runs').last().fill('');
    assert.deepEqual((await names(page)).sort(), ['a', 'b']);
    assert.equal(await page.getByLabel('Choose b', { exact: true }).isChecked(), true);
  }));

test('chosen runs are drawn in the Leaderboard, of the version that was chosen', () =>
  on(BOTH, async (page) => {
    const view = page.locator('bx-runs');
    await rows(page).nth(1).getByText('%').first().waitFor();
    await view.getByLabel('Version of the leaderboard').selectOption('v3');
    await view.getByRole('button', { name: /^overall v3/ }).waitFor();
    await page.getByLabel('Choose bad-model').check();
    await view.getByRole('button', { name: 'Leaderboard' }).click();
    await page.getByLabel('Draw bad-model').waitFor();
    assert.equal(await page.getByLabel('Draw bad-model').isChecked(), true);
    assert.equal(await page.getByLabel('Draw good-model').isChecked(), false);
    assert.match(page.url(), /#leaderboard.*leaderboard=v3/);
  }));

test('kept runs have the same names after a reload', () =>
  on('#score', async (page) => {
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#score'));
    await page.locator('bx-score .box').waitFor();
    await paste(page, LINES.split('\n').slice(0, 2).join('\n'));
    await page.locator('bx-run-head h1', { hasText: 'pasted (2)' }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.getByRole('img', { name: 'kept in this browser' }).nth(1).waitFor();
    const before = await names(page);
    assert.deepEqual([...before].sort(), ['pasted', 'pasted (2)']);
    await page.reload();
    await rows(page).nth(1).waitFor();
    assert.deepEqual(await names(page), before);
  }));

test('percentages among counts have their sign; counts in a column of percentages are grey', () =>
  on('#score', async (page) => {
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs&url=sample:good-model&folded=Non-Live'));
    const cell = (name, css, text) => rows(page).filter({ hasText: name }).locator(css, { hasText: text });
    await cell('good-model', 'td.plain:not(.few)', /^\s*\d+\.\d %\s*$/).waitFor();
    await cell('pasted', 'td.plain.few', /^\s*2 of 3\s*$/).waitFor();
    // Where all are counts, none is grey.
    await page.goto(page.url().replace(/&folded=Non-Live/, ''));
    await cell('good-model', 'td', /^\s*5 of 5\s*$/).waitFor();
    await cell('good-model', 'td', /^\s*97\.4 %\s*$/).waitFor();
    assert.equal(await rows(page).locator('td.few').count(), 0);
  }));

test('what was pasted is kept until it is removed; what a link brought is not, unless asked', () =>
  on('#score', async (page) => {
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs&url=sample:good-model'));
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    await page.getByLabel('Keep good-model in this browser').waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.reload();
    await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
    await inOrder(page, ['pasted']);
    await page.getByLabel('Choose pasted').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No runs yet').waitFor();
    await page.waitForTimeout(300);
    await page.reload();
    await page.getByText('No runs yet').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await rows(page).count(), 0);
  }));

test('a link\'s run is kept when the person asks', () =>
  on('#runs&url=sample:good-model', async (page) => {
    await page.getByLabel('Keep good-model in this browser').click();
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.reload();
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    await inOrder(page, ['good-model']);
  }));

test('where nothing can be kept, it says so', () =>
  on('#score', async (page) => {
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await page.reload();
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.getByText('This browser keeps no files for this page').waitFor();
    await inOrder(page, ['pasted']);
  }));

test('a kept folder of a form that is not known is said, its results can be saved, and it stays', () =>
  on('#runs', async (page) => {
    const lying = (write) =>
      page.evaluate(async (some) => {
        const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-runs', { create: true });
        for (const [folder, name, text] of some) {
          const place = await all.getDirectoryHandle(folder, { create: true });
          const stream = await (await place.getFileHandle(name, { create: true })).createWritable();
          await stream.write(text);
          await stream.close();
        }
        return Array.fromAsync(all.keys());
      }, write);
    await lying([['a-newer-one', 'run.json', '{"form": 9, "name": "<b>later</b>"}'], ['a-newer-one', 'data', LINES]]);
    await page.reload();
    const notice = page.locator('bx-runs bx-notice', { hasText: 'Nothing was removed' });
    await notice.waitFor();
    await notice.getByText('1 kept run could not be read').waitFor();
    assert.match(await notice.innerText(), /<b>later<\/b>: its run\.json has a format that this version of the page cannot read\./);
    assert.deepEqual(await flaws(page), []);
    const saving = page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Save its results' }).click();
    assert.equal(readFileSync(await (await saving).path(), 'utf8'), LINES);
    await page.goto(page.url().replace(/#.*/, '#score'));
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await rows(page).first().waitFor();
    await notice.waitFor();
    assert.ok((await lying([])).includes('a-newer-one'));
  }));

for (const guise of GUISES) {
  test(`the matrix is accessible and fits, ${guise.name}`, () =>
    on(BOTH, async (page) => {
      await rows(page).nth(1).getByText('%').first().waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, guise.options));
}

test('runs dropped together land on Runs, in every view, and Results shows the first by name; of two drops the later counts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-drop-'));
  const made = (name) => {
    cpSync(join(import.meta.dirname, '../../tools/sample/results/good-model'), join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const [c, a, b, e, d, h] = ['c', 'a', 'b', 'e', 'd', 'h'].map(made);
  const broken = join(folder, 'g');
  mkdirSync(broken);
  writeFileSync(join(broken, 'BFCL_v4_simple_python_result.json'), '{"id": "nothing\n');
  try {
    await on('#score', async (page) => {
      const shows = (name, place = 'bx-run-head h1') => page.locator(place).getByRole('button', { name: `${name}, loaded runs` }).waitFor({ timeout: 15_000 });
      const lands = async (name, n) => {
        await page.waitForFunction((run) => location.hash.startsWith('#runs') && location.hash.includes(`run=${run}`), name);
        await rows(page).nth(n - 1).getByText('%').first().waitFor();
      };
      await page.locator('bx-score .box').waitFor();
      await drop(page, [c, a, b]);
      await lands('a', 3);
      await page.goto(page.url().replace(/#.*/, '#dataset'));
      await shows('a', 'bx-run-line');
      await drop(page, [e, d]);
      await lands('d', 5);
      await page.goto(page.url().replace(/#.*/, '#results'));
      await shows('d');
      await drop(page, [h, broken]);
      await lands('h', 6);
      await page.goto(page.url().replace(/#.*/, '#results'));
      await shows('h');
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('scores over what many runs share say that they are computed, can be stopped and computed again', () =>
  on('#score', async (page) => {
    // Long enough to be seen: the worker is asked later.
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      globalThis.slow = true;
      Worker.prototype.postMessage = function (message, ...rest) {
        const waits = globalThis.slow && message.method === 'overallScores' && message.args[0].basis === 'shared';
        setTimeout(() => postMessage.call(this, message, ...rest), waits ? 60_000 : 0);
      };
    });
    await page.evaluate(() => (location.hash = '#runs&url=sample:good-model+sample:bad-model'));
    const view = page.locator('bx-runs');
    await view.getByText('Computing the scores over the entries that both runs have').waitFor();
    await view.getByRole('progressbar', { name: 'Shared scores computed' }).waitFor();
    await view.getByText(/^\d s$/).waitFor();
    await view.getByRole('button', { name: 'Stop' }).click();
    await view.getByText('could not be computed: it was stopped.').waitFor();
    assert.match(await words(rows(page).first()), /26\.8|83\.3|partial/);
    await page.evaluate(() => (globalThis.slow = false));
    await view.getByRole('button', { name: 'Compute again' }).click();
    await view.locator('thead .rests', { hasText: 'that both runs have' }).waitFor();
    assert.equal(await view.getByText('Computing the scores').count(), 0);
  }));

for (const [view, hash] of [['bx-runs', BOTH], ['bx-leaderboard', BOTH.replace('runs', 'leaderboard')]]) {
  test(`on a phone the controls are behind one button, and rows have the upper half: ${view}`, () =>
    on(hash, async (page) => {
      const first = page.locator(`${view} tbody tr:not(.order)`).first();
      await first.getByText(/^(good|bad)-model/).first().waitFor();
      await page.locator(view).getByText('The scores of').or(page.locator(`${view} .warnings`)).first().waitFor();
      // When all scores are there: what is still computed may take a line more.
      const end = async () => (({ y, height }) => y + height)(await first.boundingBox());
      for (let left = 100; left > 0 && (await end()) >= 844 / 2; left--) await page.waitForTimeout(100);
      assert.ok((await end()) < 844 / 2, `the first row ends at ${await end()}`);
      const basis = page.locator(view).getByRole('button', { name: 'missing as 0', exact: true });
      const version = page.getByLabel(/ersion of the leaderboard/);
      assert.equal(await version.isVisible(), false);
      const options = page.locator(view).getByRole('button', { name: 'Options' });
      assert.equal(await options.getAttribute('aria-expanded'), 'false');
      await options.click();
      assert.equal(await options.getAttribute('aria-expanded'), 'true');
      await version.waitFor();
      await basis.waitFor();
      await options.click();
      await version.waitFor({ state: 'hidden' });
      if (view === 'bx-leaderboard') {
        const score = await first.locator('td.num').nth(1).boundingBox();
        assert.ok(score.x + score.width <= 390, `the score ends at ${score.x + score.width}`);
        return;
      }
      await page.evaluate(() => (location.hash += '&panel=audit'));
      await page.locator(view).getByRole('button', { name: 'audit', pressed: true }).waitFor();
      assert.equal(await page.locator(view).getByRole('button', { name: 'Remove' }).isVisible(), false);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, { viewport: { width: 390, height: 844 } }));
}

test('partial runs beside complete ones: it is said why they have no rank', () =>
  on(BOTH, async (page) => {
    const said = '2 partial runs are not ranked: categories or entries are missing';
    await page.locator('bx-runs').getByRole('button', { name: 'complete', exact: true }).click();
    await page.locator('bx-runs').getByText(said).waitFor();
    await page.locator('bx-runs').getByRole('button', { name: 'missing as 0', exact: true }).click();
    await page.locator('bx-runs').getByText(said).waitFor({ state: 'detached' });
    await page.evaluate(() => (location.hash = '#leaderboard'));
    const board = page.locator('bx-leaderboard');
    await board.getByRole('button', { name: 'complete', exact: true }).click();
    await board.getByText(said).waitFor();
    await board.getByRole('button', { name: 'missing as 0', exact: true }).click();
    await board.getByText(said).waitFor({ state: 'detached' });
  }));

test('the line above the matrix names no score on another basis', () =>
  on(`${BOTH}&run=bad-model`, async (page) => {
    const line = page.locator('bx-run-line');
    await page.locator('bx-runs thead').getByText('overall v4, shared').waitFor();
    await line.getByText('8 of 34 passed').waitFor();
    assert.doesNotMatch(await words(line), /overall/);
    await page.locator('bx-runs').getByRole('button', { name: 'missing as 0', exact: true }).click();
    await line.getByText('overall v4').waitFor();
    const row = rows(page).filter({ hasText: 'bad-model' });
    await row.getByText('8.6').waitFor();
    assert.match(await words(line), /overall v4 8\.6/);
  }));
