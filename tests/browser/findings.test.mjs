// Findings above the results: what is found, what they open, narrow and mend; in a clean run one line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, ROOT, paste, flaws, setUp, shows, words } from './support.mjs';

const GOOD = join(ROOT, 'tools/sample/results/good-model');
const BAD = '#results&url=sample:bad-model';
const { on } = setUp();

const findings = (page) => page.locator('bx-findings');
const finding = (page, code) => findings(page).locator(`details[data-code=${code}]`);
const said = (page, text) => findings(page).getByText(text).waitFor();

/** Counts by code of what is shown. */
const counts = async (page) => {
  await findings(page).locator('h2').waitFor();
  const all = await findings(page).locator('details[data-code]').evaluateAll((found) =>
    found.map((one) => [one.dataset.code, Number(one.querySelector('.num').textContent)]));
  return Object.fromEntries(all);
};

/** Lines of the good run: `change` gets each entry and its index, and gives it back, or text. */
function lines(path, change) {
  const entries = readFileSync(join(GOOD, path), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  return entries.map(change).map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
}
const PYTHON = 'non_live/BFCL_v4_simple_python_result.json';
const EPISODES = 'multi_turn/BFCL_v4_multi_turn_base_result.json';

async function pasted(page, text) {
  await page.locator('bx-score .box').waitFor();
  await page.locator('h1').click();
  await paste(page, text);
}

test('the sample of faults: counts, effect, advice, and the sign at the run', () =>
  on(BAD, async (page) => {
    assert.deepEqual(await counts(page), {
      cut_replies: 1, arguments_no_text: 2, missing_entries: 2, unusable_lines: 2, unknown_ids: 1, duplicate_ids: 1, turn_count: 1,
    });
    await said(page, '7 warnings');
    assert.match(await words(finding(page, 'arguments_no_text')), /2 more pass when fixed simple_java 1, simple_javascript 1/);
    assert.doesNotMatch(await words(findings(page)), /limit of generated tokens/);
    await finding(page, 'cut_replies').locator('summary').click();
    assert.match(await words(finding(page, 'cut_replies')), /warning: Truncated responses.*even if the model can solve them.*limit of generated tokens.*simple_python_90004.*line 5/);
    const sign = page.getByRole('img', { name: /an error among the findings/ });
    assert.equal(await sign.count(), 0, 'warnings alone have no sign at the head');
    await page.getByRole('button', { name: /, loaded runs$/ }).click();
    await page.locator('bx-run-menu').getByRole('button', { name: /^bad-model/ }).waitFor();
  }));

for (const width of [700, 901])
  test(`what a fix changes is not cut, ${width} px wide`, () =>
    on(BAD, async (page) => {
      const places = finding(page, 'arguments_no_text').locator('.places');
      await places.getByText('2 more pass when fixed', { exact: true }).waitFor();
      const [inside, change] = await Promise.all([places.boundingBox(), places.locator('.change').boundingBox()]);
      assert.ok(change.x >= inside.x && change.x + change.width <= inside.x + inside.width, JSON.stringify({ inside, change }));
    }, { viewport: { width, height: 800 } }));

test('a finding leads to its section of the documentation beside the site', () =>
  on(BAD, async (page) => {
    await finding(page, 'cut_replies').locator('summary').click();
    assert.equal(await finding(page, 'cut_replies').getByRole('link').count(), 0);
    await page.evaluate(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'help', href: './docs/' })));
    await page.locator('bx-findings').evaluate((list) => list.requestUpdate());
    const more = finding(page, 'cut_replies').getByRole('link', { name: 'More' });
    assert.match(await more.getAttribute('href'), /\/docs\/reference\/findings\/#cut_replies$/);
  }));

test('an example opens its entry', () =>
  on(BAD, async (page) => {
    await finding(page, 'cut_replies').locator('summary').click();
    await finding(page, 'cut_replies').getByRole('button', { name: 'simple_python_90004' }).click();
    await page.locator('bx-entry-detail h2', { hasText: 'simple_python_90004' }).waitFor();
    assert.match(page.url(), /entry=simple_python_90004/);
  }));

test('a finding narrows the table to its entries, and the address has it', () =>
  on(BAD, async (page) => {
    await page.getByLabel('Category', { exact: true }).selectOption('multiple');
    await finding(page, 'missing_entries').locator('summary').click();
    await finding(page, 'missing_entries').getByRole('button', { name: 'Show only these 2 entries' }).click();
    await shows(page, '2 entries');
    assert.match(page.url(), /finding=missing_entries/);
    assert.doesNotMatch(page.url(), /category=/);
    await page.reload();
    await shows(page, '2 entries');
    await page.getByRole('button', { name: /^Entries without a response.*show all entries$/ }).click();
    await shows(page, '38 entries');
  }));

test('by keyboard', () =>
  on(BAD, async (page) => {
    await findings(page).locator('h2').waitFor();
    await finding(page, 'cut_replies').locator('summary').focus();
    await page.keyboard.press('Enter');
    await finding(page, 'cut_replies').getByText('limit of generated tokens').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('bx-entry-detail h2', { hasText: 'simple_python_90004' }).waitFor();
  }));

test('the wrong decoder is mended with a button', () =>
  on('#results&url=sample:good-model', async (page) => {
    await said(page, 'No problem that distorts the score was found.');
    assert.equal(await page.getByRole('img', { name: /among the findings/ }).count(), 0);
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByLabel('Decoder').selectOption('openai_fc');
    await page.getByRole('button', { name: 'Score again' }).click();
    const other = finding(page, 'other_decoder');
    await other.locator('summary').click();
    await page.getByRole('img', { name: /errors? among the findings/ }).first().waitFor();
    assert.match(await words(other), /1\d\d more pass when fixed /);
    await other.getByRole('button', { name: 'Score again with decoder prompting' }).click();
    await said(page, 'No problem that distorts the score was found.');
    assert.match(await words(page.locator('bx-run-head')), /decoder prompting \(given\)/);
  }));

test('underscores are mended with a button', () =>
  on('', async (page) => {
    const text = lines(PYTHON, (entry) => ({ ...entry, result: entry.result.replace(/^\[(\w+)\./, '[$1_') }));
    await pasted(page, text);
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByLabel('Function names use').selectOption('no');
    await page.getByRole('button', { name: 'Score again' }).click();
    await finding(page, 'dots_in_names').locator('summary').click();
    await finding(page, 'dots_in_names').getByRole('button', { name: 'Score again with underscore_to_dot on' }).click();
    await said(page, 'No problem that distorts the score was found.');
    assert.match(await words(page.locator('bx-run-head')), /(\d+) of \1 passed/);
  }));

test('responses that were cut, ids that are unknown, given twice or old; infos are folded', () =>
  on('', async (page) => {
    const changed = lines(PYTHON, (entry, i) => {
      if (i === 0) return { ...entry, result: entry.result.slice(0, -4) };
      if (i === 1) return `${JSON.stringify(entry)}\n${JSON.stringify(entry)}`;
      if (i === 2) return { ...entry, id: 'simple_90002' };
      if (i === 3) return { ...entry, id: 'simple_python_4711' };
      return '{"id": "simple_python_90004", "result": "[';
    });
    await pasted(page, changed);
    assert.deepEqual(await counts(page), {
      cut_replies: 1, missing_entries: 2, duplicate_ids: 1, unusable_lines: 1, unknown_ids: 1, old_ids: 1,
    });
    const infos = findings(page).locator('.more');
    assert.equal(await words(infos), '1 info finding');
    await infos.getByText('1 info finding').click();
    await infos.getByText('Ids in the spelling of an older version').click();
    assert.match(await words(infos), /taken as simple_python_90002/);
  }));

test('inference logs show texts that the results lack', () =>
  on('', async (page) => {
    const log = [{ begin_of_turn_query: [{ role: 'user', content: '<i>Another</i> question' }], step_0: [{ role: 'assistant', content: 'hidden', tool_calls: [] }] }];
    await pasted(page, lines(EPISODES, (entry) => ({ ...entry, inference_log: log })));
    const found = await counts(page);
    assert.deepEqual(found, { other_dataset: 3, empty_tool_calls: 3 });
    await finding(page, 'other_dataset').locator('summary').click();
    assert.match(await words(finding(page, 'other_dataset')), /its log has another question: <i>Another<\/i> question/);
  }));

test('findings are of the run that is shown', () =>
  on('#results&url=sample:bad-model+sample:good-model', async (page) => {
    const take = async (name) => {
      await page.getByRole('button', { name: /, loaded runs$/ }).click();
      await page.locator('bx-run-menu .take', { hasText: name }).click();
    };
    await take('good-model');
    await said(page, 'No problem that distorts the score was found.');
    await take('bad-model');
    await said(page, '7 warnings');
    // The same run with another decoder has other findings: none is unfolded.
    await finding(page, 'cut_replies').locator('summary').click();
    await page.getByRole('button', { name: 'change', exact: true }).click();
    await page.getByLabel('Decoder').selectOption('prompting');
    await page.getByRole('button', { name: 'Score again' }).click();
    await finding(page, 'other_decoder').waitFor();
    assert.equal(await findings(page).locator('details[open]').count(), 0);
  }));

test('without the deferred part of the module there is a sentence and a second try', () =>
  on(
    '#score',
    async (page, problems) => {
      await page.route('**/*.deferred*.wasm', (route) => route.abort());
      const text = lines(PYTHON, (entry) => entry);
      await pasted(page, text);
      await said(page, 'The search for problems that distort the score failed');
      await shows(page, '5 entries');
      await page.unroute('**/*.deferred*.wasm');
      await findings(page).getByRole('button', { name: 'Try again' }).click();
      await said(page, 'No problem that distorts the score was found.');
      // The browser tells of the request that was cut.
      problems.splice(0, problems.length, ...problems.filter((one) => !/Failed to load resource/.test(one)));
    },
    { serviceWorkers: 'block' },
  ));

test('the results can be used while it is looked for, and the run removed', () =>
  on(
    '#score',
    async (page) => {
      await page.route('**/*.deferred*.wasm', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        await route.continue();
      });
      await pasted(page, lines(PYTHON, (entry) => entry));
      await said(page, 'Looking for problems that distort the score');
      await page.locator('bx-table').getByText('simple_python_90001').click();
      await page.locator('bx-entry-detail bx-call').first().waitFor();
      await page.getByRole('button', { name: /, loaded runs$/ }).click();
      await page.getByRole('button', { name: 'Remove pasted' }).click();
      await page.getByText('No results are loaded').waitFor();
      await page.waitForTimeout(1800);
      // A run that comes after it is looked at as ever.
      await page.getByRole('button', { name: 'sample run' }).click();
      await said(page, '7 warnings');
    },
    { serviceWorkers: 'block' },
  ));

for (const { name, options } of GUISES) {
  test(`open findings are accessible and fit, ${name}`, () =>
    on(
      BAD,
      async (page) => {
        if (options.viewport.width < 600) await page.getByRole('button', { name: 'findings, charts' }).click();
        await findings(page).locator('h2').waitFor();
        for (const summary of await findings(page).locator('summary').all()) await summary.click();
        await finding(page, 'missing_entries').getByRole('button', { name: /Show only/ }).click();
        await shows(page, '2 entries');
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), options.viewport.width);
        const beyond = await page.locator('bx-results').evaluate((results) => {
          const region = results.shadowRoot.querySelector('.scroll');
          return region.scrollWidth - region.clientWidth;
        });
        assert.equal(beyond, 0);
        assert.deepEqual(await flaws(page), []);
      },
      options,
    ));
}
