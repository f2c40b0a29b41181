// Results: filters, keys, the open entry, episodes, exports.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, ROOT, drop, flaws, setUp, shows, words } from './support.mjs';

const stage = setUp();

const BAD = '#results&url=sample:bad-model';

/** A page that shows entries. */
const on = (hash, check, options) =>
  stage.on(hash, async (page) => {
    await page.locator('bx-table .body .row').first().waitFor();
    await check(page);
  }, options);

const detail = (page) => page.locator('bx-entry-detail');
const opened = (page) => detail(page).locator('h2').innerText();

test('the name of a category that is not part of the overall score keeps clear of its chart', () =>
  on('#results&url=sample:good-model', async (page) => {
    const names = page.locator('bx-summary .apart');
    await names.filter({ hasText: 'format_sensitivity' }).waitFor();
    const over = await names.evaluateAll((all) =>
      all.flatMap((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getBoundingClientRect().right > name.nextElementSibling.getBoundingClientRect().left ? name.textContent : [];
      }));
    assert.deepEqual(over, []);
  }));

test('what is missing is told apart from what failed', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const summary = await words(page.locator('bx-summary'));
    assert.match(summary, /live_parallel ?not in this run/);
    assert.match(summary, /1 missing/);
    await page.getByLabel('not scored or missing').click();
    await shows(page, '4 entries');
    await page.locator('bx-table').getByText('parallel_90001', { exact: true }).click();
    await detail(page).getByText('No response in this run').waitFor();
  }));

test('filters are in the address and come back with it', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.locator('bx-bars').getByText('type_error:simple').click();
    await shows(page, '3 entries');
    await page.keyboard.press('/');
    await page.keyboard.type('python_90002');
    await shows(page, '1 entry');
    assert.match(page.url(), /error=type_error:simple/);
    assert.match(page.url(), /q=python_90002/);
    await page.reload();
    await shows(page, '1 entry');
    await page.getByRole('button', { name: 'Clear' }).click();
    await shows(page, '38 entries');
    await page.getByLabel('Language', { exact: true }).selectOption('java');
    await shows(page, '3 entries');
    await page.locator('bx-summary').getByText('simple_python', { exact: true }).click();
    await shows(page, '0 entries');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.locator('bx-table').getByRole('button', { name: 'Entry' }).click();
    assert.match(await page.locator('bx-table .body .row').first().innerText(), /irrelevance_90000/);
  }));

test('an order that names no column is the usual one: failures first', () =>
  on(`${BAD}&sort=overall`, async (page) => {
    await shows(page, '38 entries');
    await page.locator('bx-table [aria-sort=ascending]', { hasText: 'Verdict' }).waitFor();
  }));

test('keys: j, k, Enter, Escape, ?', () =>
  on(`${BAD}&sort=order`, async (page) => {
    await shows(page, '38 entries');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await detail(page).waitFor();
    assert.equal(await opened(page), 'simple_python_90001');
    await page.keyboard.press('j');
    assert.equal(await opened(page), 'simple_python_90002');
    await page.keyboard.press('k');
    assert.equal(await opened(page), 'simple_python_90001');
    await page.keyboard.press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.locator('bx-dialog dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('bx-dialog dialog').waitFor({ state: 'detached' });
    await page.locator('bx-table .scroller').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.equal(await opened(page), 'multi_turn_base_90002');
    await page.goBack();
    await detail(page).waitFor({ state: 'detached' });
  }));

test('an entry: the offending argument is marked, the official error one click away', () =>
  on(`${BAD}&entry=simple_python_90002`, async (page) => {
    await detail(page).locator('bx-call .marked').waitFor();
    assert.equal(await detail(page).locator('bx-call .marked').innerText(), "'0.712'");
    assert.match(await detail(page).locator('bx-call .why').innerText(), /takes the type float, but '0\.712' is str/);
    await detail(page).getByText('Rule and official error').click();
    assert.match(await words(detail(page)), /Incorrect type for parameter 'right_ascension'/);
    assert.match(await words(detail(page)), /Andromeda/);
  }));

test('an entry: a missing parameter is a gap', () =>
  on(`${BAD}&entry=simple_python_90001`, async (page) => {
    await detail(page).locator('bx-call .gap').waitFor();
    assert.equal(await detail(page).locator('bx-call .gap').innerText(), 'celsius is missing');
  }));

test('an episode: timeline, both sides, state', () =>
  on(`${BAD}&entry=multi_turn_base_90000`, async (page) => {
    const episode = page.locator('bx-episode');
    await episode.locator('bx-state-tree').first().waitFor();
    assert.match(await words(detail(page)), /failed at turn 1 of 2/);
    assert.match(await words(episode.locator('.timeline')), /1 ✕\s+Turn 2 not reached/);
    assert.equal(await episode.locator('.step').count(), 3);
    await episode.locator('bx-state-tree .added, bx-state-tree .removed, bx-state-tree .changed').first().waitFor();
    await episode.getByRole('button', { name: 'what the step changed' }).click();
    await episode.getByText('The step changed nothing.').waitFor();
    await episode.locator('.step').nth(1).click();
    await episode.getByText('+ added, − removed, ≠ changed').waitFor();
    assert.match(page.url(), /turn=0&step=1/);
    await page.keyboard.press('k');
    await episode.locator('.step').first().and(page.locator('[aria-pressed=true]')).waitFor();
  }));

test('a run has one figure, and says what it rests on; missing as 0 is a switch', () =>
  on(BAD, async (page) => {
    const head = page.locator('bx-run-head .line');
    await head.getByText('of the weight').waitFor();
    assert.match(await words(head), /bad-model ▾ ?overall v4 26\.8 ?.*, covers 32\.2 % of the weight, 2 of 33 entries missing .*8 of 34 passed/);
    await head.getByRole('button', { name: 'missing as 0', exact: true }).click();
    assert.match(await words(head), /overall v4 8\.6 .*, missing categories count as 0, covers 32\.2 % of the weight/);
    await page.locator('bx-top-bar').getByRole('link', { name: 'Leaderboard' }).click();
    await page.locator('bx-leaderboard tr.own').getByText('8.62').waitFor();
    await page.goBack();
    await page.locator('bx-run-head').getByRole('button', { name: 'missing as 0', exact: true }).click();
    // Below twenty entries there is no percentage.
    assert.match(await words(page.locator('bx-summary')), /simple_python 0 of 5 ?simple_java 1 of 3/);
  }));

for (const width of [1440, 1280, 1000, 390]) {
  test(`plots do not run into the figures beside them, ${width}`, () =>
    on(BAD, async (page) => {
      if (width < 600) await page.getByRole('button', { name: 'findings, charts' }).click();
      await page.locator('bx-summary bx-interval').nth(5).waitFor();
      const overlaps = await page.locator('bx-summary').evaluate((summary) =>
        [...summary.shadowRoot.querySelectorAll('li button')].filter((row) => {
          const [plot, figure] = ['bx-interval', '.accuracy'].map((one) => row.querySelector(one).getBoundingClientRect());
          const beside = plot.top < figure.bottom && figure.top < plot.bottom;
          return beside && plot.right > figure.left;
        }).length);
      assert.equal(overlaps, 0);
    }, { viewport: { width, height: 900 } }));
}

test('another decoder, and back', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const head = page.locator('bx-run-head');
    assert.match(await words(head), /decoder openai_fc \(auto-detected\); function names (?:use _ for|keep) \. \(auto-detected\)/);
    await head.getByRole('button', { name: 'change' }).click();
    assert.match(await words(head), /decoder openai_fc, auto-detected: 35 of 48 sampled responses and steps parse as/);
    await head.getByLabel('Decoder').selectOption('prompting');
    await head.getByRole('button', { name: 'Score again' }).click();
    await head.getByText('prompting').waitFor();
    await shows(page, '38 entries');
  }));

test('exports', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const save = async (name) => {
      await page.getByRole('button', { name: '⇩ Export' }).click();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      const file = await saving;
      return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
    };
    const [name, lines] = await save('All verdicts, JSONL');
    assert.equal(name, 'bad-model-verdicts.jsonl');
    const ids = lines.trim().split('\n').map((line) => JSON.parse(line).id);
    assert.ok(ids.length >= 35, String(ids.length));
    assert.ok(ids.includes('multi_turn_base_90002'));
    const report = JSON.parse((await save('Report, JSON'))[1]);
    assert.equal(report.models[0].model, 'bad-model');
    const [, csv] = await save('Entries shown, CSV');
    assert.equal(csv.trim().split('\n').length, 39);
    const [, markdown] = await save('Categories, Markdown');
    assert.match(markdown, /\| simple\\_java \| 33\.33 \|/);
  }));

for (const guise of GUISES) {
  test(`the name opens all runs, with their scores; one is taken up, one removed, ${guise.name}`, () =>
    on('#results&url=sample:good-model+sample:bad-model&run=good-model', async (page) => {
      await page.locator('bx-summary').waitFor({ state: 'attached' });
      const name = page.locator('bx-run-picker > button, bx-run-picker').getByRole('button', { name: /, loaded runs$/ });
      const lines = page.locator('bx-run-menu li');
      assert.match(await words(page.locator('bx-run-head h1')), /^good-model ▾$/);
      await name.click();
      await lines.nth(1).waitFor();
      assert.match(await words(lines.nth(0)), /^good-model.* 9\d\.\d /);
      assert.deepEqual(await flaws(page), []);
      await lines.getByText('bad-model').click();
      await page.locator('bx-run-head h1', { hasText: 'bad-model' }).waitFor();
      assert.equal(await lines.count(), 0);
      await name.focus();
      await page.keyboard.press('Enter');
      // On the run that is shown, not on the first.
      await page.locator('bx-run-menu .take:focus', { hasText: 'bad-model' }).waitFor();
      await page.getByLabel('Remove bad-model').click();
      await lines.nth(1).waitFor({ state: 'detached' });
      assert.equal(await lines.count(), 1);
      await page.keyboard.press('Escape');
      await page.locator('bx-run-head h1', { hasText: 'good-model' }).waitFor();
      // Beside Results the line below the bar says it.
      await page.evaluate(() => (location.hash = '#dataset'));
      await page.locator('bx-run-line').getByText('passed').or(page.locator('bx-run-line').getByText('overall v4')).first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, guise.options));
}

test('keys in an open menu are the menu’s: Escape closes it and not the entry', () =>
  on(`${BAD}&entry=simple_python_90002`, async (page) => {
    const entry = page.locator('bx-entry-detail').getByText('right_ascension').first();
    await entry.waitFor();
    for (const name of [/, loaded runs$/, /Export$/]) {
      const button = page.getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      const menu = page.locator('bx-results [popover]:popover-open');
      await menu.waitFor();
      await page.waitForTimeout(300);
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await page.waitForTimeout(300);
      assert.ok(await entry.isVisible(), String(name));
      assert.ok(await button.evaluate((one) => one.matches(':focus')), String(name));
    }
    await page.keyboard.press('Escape');
    await page.locator('bx-entry-detail').waitFor({ state: 'detached' });
  }));

test('5,000 rows: as many elements as are seen', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.locator('bx-findings h2').waitFor();
    const shown = await page.locator('bx-table').evaluate(async (table) => {
      table.rows = Array.from({ length: 5000 }, (_, i) => ({ ...table.rows[0], id: `simple_python_${i}` }));
      await table.updateComplete;
      const scroller = table.shadowRoot.querySelector('.scroller');
      scroller.scrollTop = 2500 * 32;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const rows = [...table.shadowRoot.querySelectorAll('.body .row')];
      return { count: rows.length, has: rows.some((row) => row.textContent.includes('simple_python_2500')) };
    });
    assert.ok(shown.count < 80, String(shown.count));
    assert.ok(shown.has);
  }));

test('a drop moves the focus to the entries without a frame; a key shows where it is', () =>
  stage.on('#score', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await drop(page, [join(ROOT, 'tools/sample/results/bad-model')]);
    await page.locator('bx-table .body .row').first().waitFor();
    const state = () =>
      page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return [at?.className || at?.tagName, at?.matches(':focus-visible')];
      });
    assert.deepEqual(await state(), ['scroller', false]);
    await page.keyboard.press('Shift+Tab');
    assert.equal((await state())[1], true);
    await page.keyboard.press('Tab');
    assert.deepEqual(await state(), ['scroller', true]);
  }));

test('the search covers questions, functions, responses and reasons, with fields and phrases', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const search = page.getByRole('searchbox', { name: 'Search entries' });
    const find = async (text, entries) => {
      await search.fill(text);
      await shows(page, entries);
    };
    // A word of the question; a function that is offered, then one that only the response calls; a value of it.
    await find('Andromeda', '1 entry');
    await find('fn:oven.preheat', '3 entries');
    await find('fn:harbour_tide_tables', '1 entry');
    await find('fn:andromeda', '0 entries');
    await find('"a few wax moths"', '1 entry');
    await find('err:type_error cat:javascript', '1 entry');
    await find('id:90003 fn:apiary', '1 entry');
    await find('nofield:90003', '0 entries');
    assert.match(page.url(), /q=nofield:90003/);
    // In place: where the pointer rests, and in the help.
    assert.match(await search.getAttribute('title'), /fn: functions that the entry offers/);
    await page.keyboard.press('Escape');
    await shows(page, '38 entries');
    await page.keyboard.press('?');
    await page.locator('bx-dialog').getByText('err:word').waitFor();
  }));

test('the search stays fast over 5,000 entries', () =>
  stage.on('#score', async (page) => {
    const lines = Array.from({ length: 5000 }, (_, i) =>
      JSON.stringify({ id: `simple_python_${90000 + (i % 5)}`, result: `[f(x='${'word '.repeat(100)}${i}')]` }),
    ).join('\n');
    await page.evaluate(() => {
      globalThis.longTasks = [];
      new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    });
    await page.setInputFiles('input[type=file]', { name: 'BFCL_v4_simple_python_result.json', mimeType: 'application/json', buffer: Buffer.from(lines) });
    await shows(page, '5,000 entries');
    await page.evaluate(() => (globalThis.longTasks.length = 0));
    const search = page.getByRole('searchbox', { name: 'Search entries' });
    await search.fill('word 4321');
    await shows(page, '1 entry');
    for (const text of ['wo', 'wor', 'word', 'word 1', 'fn:f word']) await search.fill(text);
    await shows(page, '5,000 entries');
    // The workers read, and the page filters in a few milliseconds. Loaded machines delay tasks too.
    assert.ok((await page.evaluate(() => globalThis.longTasks)).every((duration) => duration < 400));
  }));

test('a verdict is copied as Markdown, as its result line and as a request', () =>
  on(`${BAD}&entry=simple_python_90002`, async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail(page).locator('bx-call .marked').waitFor();
    await page.getByRole('button', { name: 'Share this entry' }).click();
    const dialog = page.locator('bx-dialog');
    const copied = async (label) => {
      await dialog.getByRole('button', { name: label, exact: true }).click();
      await dialog.getByRole('status').filter({ hasText: `Copied ${label}.` }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const markdown = await copied('Markdown');
    assert.match(markdown, /^### `simple_python_90002`: failed\n\n`type_error:simple`: `.*right_ascension/);
    assert.match(markdown, /\*\*Ground truth\*\*/);
    const line = JSON.parse(await copied('Result line'));
    assert.deepEqual(Object.keys(line), ['id', 'result']);
    const curl = await copied('curl');
    assert.match(curl, /^curl -X POST 'http:\/\/localhost:8000\/v1\/chat\/completions'/);
    assert.match(curl, /"model":\s*"bad-model"/);
    assert.deepEqual(await flaws(page), []);
  }));
