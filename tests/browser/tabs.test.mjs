// The tabs of an open entry: the conversation, of a log and without one; the other runs' answers; and the entries that
// no run passes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flaws, GUISES, LINES, paste, setUp, shows, words, wordsOnce } from './support.mjs';

const BOTH = '#results&url=sample:good-model+sample:bad-model&run=bad-model';
const { on } = setUp();

const tab = (page, name) => page.locator('bx-entry-detail').getByRole('tab', { name });
const WIDTHS = [['wide', {}], ['narrow', { viewport: { width: 390, height: 844 } }]];

/** A result line of an episode of the sample, with a log that a stranger wrote. */
const LOGGED = {
  id: 'multi_turn_base_90000',
  result: [[[{ cd: '{"folder": "garden"}' }], 'Done.'], ['Done.']],
  input_token_count: [[11, 22], [33]], output_token_count: [[1, 2], [3]], latency: [[0.25, 0.5], [0.75]],
  inference_log: [
    [{ role: 'state_info', class_name: 'GorillaFileSystem', content: { root: '<img src=x onerror=alert(1)>' } }],
    {
      begin_of_turn_query: [{ role: 'user', content: 'Go to the garden <script>alert(1)</script>' }],
      step_0: [
        { role: 'assistant', content: [{ cd: '{"folder": "garden"}' }], reasoning_content: 'The garden it is.' },
        { role: 'handler_log', content: 'Successfully decoded model response.', model_response_decoded: ["cd(folder='garden')"] },
        { role: 'tool', content: '{"current_working_directory": "garden"}' },
      ],
      step_1: [{ role: 'assistant', content: 'Done.' }, { role: 'handler_log', content: 'Error decoding.', error: 'no calls' }],
    },
    { begin_of_turn_query: [{ role: 'user', content: 'And now?' }], step_0: [{ role: 'assistant', content: 'Done.' }] },
  ],
};

for (const [name, options] of WIDTHS) {
  test(`the conversation without a log: question, responses, what calls gave; ${name}`, () =>
    on(`${BOTH}&entry=multi_turn_base_90000`, async (page) => {
      await tab(page, 'Conversation').click();
      await page.waitForURL(/panel=conversation/);
      const talk = page.locator('bx-conversation');
      // What the calls gave is computed after the first drawing.
      await talk.getByText('gives').last().waitFor();
      const turns = /Turn 1 .*Go to the folder garden.*model cd\(\{"folder": "garden"\}\) gives \{.*gives mkdir\(dir_name='old'\) None.*Turn 2/;
      const text = await wordsOnce(talk, turns);
      assert.match(text, /have no log/);
      assert.match(text, turns);
      assert.doesNotMatch(text, /Turn 0/);
      await tab(page, 'Why').click();
      await page.locator('bx-episode').waitFor();
      assert.doesNotMatch(page.url(), /panel=/);
    }, options));

  test(`the conversation of a log, with figures and reasoning, as text; ${name}`, () =>
    on('#score', async (page) => {
      await page.locator('bx-score').waitFor();
      await paste(page, `${JSON.stringify(LOGGED)}\n`);
      await shows(page, '1 entry|\\d+ entries');
      await page.locator('bx-table .body .row', { hasText: 'multi_turn_base_90000' }).first().click();
      await tab(page, 'Conversation').click();
      const talk = page.locator('bx-conversation');
      await talk.getByText('From the inference log').waitFor();
      const text = await words(talk);
      assert.match(text, /<script>alert\(1\)<\/script>/);
      assert.match(text, /11 tokens in, 1 out, 0\.25 s/);
      assert.match(text, /33 tokens in, 3 out, 0\.75 s/);
      assert.match(text, /Error decoding\. no calls/);
      await talk.getByText('Reasoning', { exact: true }).click();
      assert.match(await words(talk), /The garden it is\./);
      await talk.getByText('State of GorillaFileSystem').click();
      assert.match(await words(talk), /<img src=x onerror/);
      assert.equal(await talk.locator('img, script').count(), 0);
    }, options));

  test(`other runs: the same answer together, pass and fail, each a click away; ${name}`, () =>
    on(`${BOTH}&entry=simple_python_90002`, async (page) => {
      await tab(page, 'Other runs (1 of 1 passed)').click();
      const other = page.locator('bx-other-runs');
      await other.getByText('observatory.point_telescope').first().waitFor();
      assert.equal(await other.locator('section').count(), 1);
      assert.doesNotMatch(await words(other), /bad-model/);
      await other.getByRole('button', { name: 'good-model' }).click();
      await page.waitForURL(/run=good-model/);
      await page.locator('bx-entry-detail .verdict', { hasText: /\bpassed\b/ }).waitFor();
      await tab(page, 'Other runs (0 of 1 passed)').waitFor();
      await other.getByRole('button', { name: 'bad-model' }).waitFor();
      assert.match(await words(other), /right_ascension: '0\.712' is str ≠ float/);
      await page.goBack();
      await page.locator('bx-entry-detail .verdict', { hasText: /\bfailed\b/ }).waitFor();
    }, options));

  test(`entries that no run passes, and what they answer; ${name}`, () =>
    on('#score', async (page) => {
      await page.locator('bx-score').waitFor();
      for (let i = 1; i <= 2; i++) {
        await page.goto(page.url().replace(/#.*/, '#score'));
        await page.locator('bx-score').waitFor();
        await paste(page, LINES);
        await shows(page, '\\d+ entries');
      }
      await page.goto(page.url().replace(/#.*/, '#runs'));
      if (name === 'narrow') await page.locator('bx-runs').getByRole('button', { name: 'Options' }).click();
      await page.getByRole('button', { name: 'passed by none' }).click();
      const list = page.locator('bx-unpassed');
      await list.getByText('all 2 runs return this').waitFor();
      assert.match(await words(list), /1 entry that no run passes, with responses in at least two of 2 runs.*simple_python_90002 all 2 runs return this/);
      await list.getByText(/point_telescope\(right_ascension=.*declination=41\.27/).waitFor();
      await list.getByRole('link', { name: 'simple_python_90002' }).click();
      await page.locator('bx-other-runs').getByText('1 run · same response as this run').waitFor();
    }, options));
}

test('tabs by keyboard: arrows go round, j keeps the tab, Escape closes all', () =>
  on(`${BOTH}&entry=simple_python_90002`, async (page) => {
    await page.locator('bx-entry-detail .verdict', { hasText: /\bfailed\b/ }).waitFor();
    await tab(page, 'Other runs (1 of 1 passed)').waitFor();
    await tab(page, 'Why').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('bx-conversation').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('bx-other-runs').waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(/entry=(?!simple_python_90002)/);
    await page.locator('bx-other-runs').waitFor();
    await tab(page, /Other runs/).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => !url.hash.includes('panel='));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await page.locator('bx-entry-detail').waitFor({ state: 'detached' });
    assert.doesNotMatch(page.url(), /panel=/);
  }));

test('an entry without a response has its question, and the runs that answer it', () =>
  on(`${BOTH}&entry=parallel_90001&panel=conversation`, async (page) => {
    await page.locator('bx-conversation').getByText('this run has no response').waitFor();
    await tab(page, /Other runs/).click();
    await page.locator('bx-other-runs').getByRole('button', { name: 'good-model' }).waitFor();
  }));

for (const guise of GUISES) {
  for (const panel of ['conversation', 'runs']) {
    test(`axe finds nothing in ${panel}, ${guise.name}`, () =>
      on(`${BOTH}&entry=multi_turn_base_90000&panel=${panel}`, async (page) => {
        const last = panel === 'runs' ? page.locator('bx-other-runs section').first() : page.locator('bx-conversation').getByText('gives').last();
        await last.waitFor();
        assert.deepEqual(await flaws(page), []);
      }, guise.options));
  }
  test(`axe finds nothing in what no run passes, ${guise.name}`, () =>
    on('#runs&url=sample:good-model+sample:bad-model&panel=unpassed', async (page) => {
      await page.locator('bx-unpassed .answer:not(:empty), bx-unpassed bx-notice:not([kind=loading])').first().waitFor();
      assert.deepEqual(await flaws(page), []);
    }, guise.options));
}
