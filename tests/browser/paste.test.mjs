// Paste anything: answers of APIs, messages, calls, texts and logs of other programs, wide and narrow; and a plain
// sentence on what is none of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINES, editor, paste, setUp, shows, words } from './support.mjs';

const { on } = setUp();

const ID = 'simple_python_90002'; // whose function no other entry of the sample offers
const NAME = 'observatory_point_telescope';
const ARGUMENTS = { right_ascension: 0.712, declination: 41.27, exposure_seconds: 120 };
const TEXT = JSON.stringify(ARGUMENTS);
const CALL = 'observatory.point_telescope(right_ascension=0.712, declination=41.27, exposure_seconds=120)';
const MESSAGE = { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: NAME, arguments: TEXT } }] };
const CHAT = { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message: MESSAGE }] };
const RESPONSE = { id: 'resp_1', object: 'response', output: [{ type: 'function_call', call_id: 'c', name: NAME, arguments: TEXT }] };

/** What is recognised, and what is pasted: one right response that tells no entry. */
const ONE = {
  'an OpenAI chat response': CHAT,
  'an OpenAI response object': RESPONSE,
  'an Anthropic message': { type: 'message', role: 'assistant', content: [{ type: 'tool_use', id: 't', name: NAME, input: ARGUMENTS }] },
  'a Gemini response': { candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: NAME, args: ARGUMENTS } }] } }] },
  'a message of an assistant': MESSAGE,
  'a conversation': [{ role: 'user', content: 'q' }, MESSAGE],
  'a list of calls': [{ name: NAME, arguments: ARGUMENTS }],
  'text with calls': CALL,
  'a line with another name': { output: `[${CALL}]` },
};

/** Many, or with ids: they open Results with one right entry. */
const TOLD = {
  'output for result': { id: ID, output: `[${CALL}]` },
  'a line of a batch': { custom_id: ID, response: { status_code: 200, body: CHAT } },
  'an inspect log': { eval: {}, samples: [{ id: ID, epoch: 1, input: 'q', output: { choices: [{ message: MESSAGE }] } }] },
  'an EvalScope review': { index: 0, sample_score: { score: { prediction: JSON.stringify([{ [NAME]: TEXT }]) }, sample_metadata: { id: ID } } },
  'a verifiers trace': {
    id: 't', task: { data: { id: ID } }, nodes: [{ sampled: true, message: { role: 'assistant', tool_calls: [{ id: 'c', name: NAME, arguments: TEXT }] } }],
  },
  'a NeMo Gym rollout': { responses_create_params: {}, id: ID, response: RESPONSE },
};

const bytes = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const verdict = (page) => page.locator('bx-by-hand .verdict');

async function pasteAnywhere(page, value) {
  await page.locator('bx-score .box').waitFor();
  await page.locator('h1').click();
  await paste(page, bytes(value));
}

for (const [width, options] of [['wide', {}], ['narrow', { viewport: { width: 360, height: 740 } }]]) {
  test(`one response opens its verdict, ${width}`, async () => {
    for (const [said, value] of Object.entries(ONE)) {
      await on('', async (page) => {
        await pasteAnywhere(page, value);
        await verdict(page).getByText(/\bpassed\b/).waitFor();
        assert.match(new URL(page.url()).hash, new RegExp(`entry=${ID}`));
        await page.getByText(`Recognised: ${said}`).waitFor();
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), said);
      }, options);
    }
  });

  test(`several entries are offered, and one is picked, ${width}`, () =>
    on('', async (page) => {
      await pasteAnywhere(page, [{ name: 'oven_preheat', arguments: { celsius: 240 } }]);
      const hand = page.getByRole('status', { name: 'Recognised' });
      await hand.getByText('It calls oven_preheat.').waitFor();
      assert.match(await words(hand), /Recognised: a list of calls.* 3 entries have this function\./);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await hand.getByRole('button', { name: 'simple_python_90001' }).click();
      await verdict(page).getByText(/\bpassed\b/).waitFor();
    }, options));
}

test('another text in the box takes back what was said of the one before', () =>
  on('', async (page) => {
    await pasteAnywhere(page, '[oven.preheat(celsius=240)]');
    const hand = page.getByRole('status', { name: 'Recognised' });
    await hand.waitFor();
    await editor(page);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('[oven.preheat(celsius=777)]');
    await hand.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await hand.getByRole('button', { name: 'simple_python_90001' }).click();
    assert.match(await page.locator('bx-by-hand textarea').inputValue(), /777/);
    await page.goto(page.url().replace(/#.*/, '#score'));
    await editor(page);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('hello there');
    await page.keyboard.press('Control+Enter');
    await page.locator('bx-notice[kind=error]').waitFor();
    await editor(page);
    await page.keyboard.insertText('!');
    await page.locator('bx-notice[kind=error]').waitFor({ state: 'detached' });
  }));

test('a response without a call is scored against the entry that is typed', () =>
  on('', async (page) => {
    await pasteAnywhere(page, { role: 'assistant', content: 'I have no such function.' });
    const hand = page.getByRole('status', { name: 'Recognised' });
    await hand.getByText('No call can be parsed in it.').waitFor();
    await hand.getByLabel('Entry id').fill('irrelevance_90001');
    await page.keyboard.press('Enter');
    await verdict(page).getByText(/\bpassed\b/).waitFor();
  }));

test('an entry that is none is told', () =>
  on('#score&panel=call&category=simple_python&entry=simple_python_5', async (page) => {
    await page.getByText('The dataset has no entry simple_python_5 in simple_python.').waitFor();
  }));

test('responses that tell their entry open Results', async () => {
  for (const [name, value] of Object.entries(TOLD)) {
    await on('', async (page) => {
      await pasteAnywhere(page, value);
      await page.locator('bx-run-head h1').waitFor();
      assert.match(await words(page.locator('bx-run-head')), /1 of 1 passed/, name);
    });
  }
});

test('many without an id are matched; the rest is told with its line', () =>
  on('', async (page) => {
    await editor(page);
    await paste(page, [CHAT, RESPONSE].map(bytes).join('\n') + '\n[{"nowhere": "{}"}]\n' + LINES.split('\n')[0] + '\n');
    await page.locator('bx-run-head h1').waitFor();
    await page.getByText(/problems? in the files/).click();
    await page.locator('bx-dialog').getByText(/^\d+ notes$/).click();
    const told = await words(page.locator('bx-dialog'));
    assert.match(told, /2 responses are matched by function and parameter names/);
    assert.match(told, /line 3.*no single-turn entry of the dataset has the function `nowhere`/);
  }));

test('what is none of the forms ends in a plain sentence', async () => {
  const wrong = {
    'Dear reader, this is prose.': /neither JSON nor text with calls\./,
    '{"a": 1, "b": 2}': /an object of an unknown format, with `a`, `b`\./,
    '{"error": {"message": "rate limit"}}': /an error of the service, not a response: rate limit/,
    '{"messages": [{"role": "user", "content": "q"}]}': /a request: it has messages/,
    '{"object": "chat.completion.chunk", "choices": [{"delta": {}}]}': /a chunk of a streamed response/,
  };
  for (const [text, said] of Object.entries(wrong)) {
    await on('', async (page) => {
      await pasteAnywhere(page, text);
      const notice = page.locator('bx-notice[kind=error]');
      await notice.waitFor();
      assert.match(await words(notice), /No response could be scored\./);
      assert.match(await notice.textContent(), said);
      assert.match(await words(page.getByRole('region', { name: 'What can be pasted' })), /result lines: \{"id": "simple_python_90000".*OpenAI, Anthropic or Gemini.*logs of inspect.*https:/);
    });
  }
});

test('where nothing could be used, an example is one click away', () =>
  on('', async (page) => {
    await pasteAnywhere(page, 'hello world');
    await page.getByRole('button', { name: 'Show an example' }).click();
    await page.locator('bx-run-head').getByText('0 of 1 passed').waitFor();
    await page.goto(page.url().replace(/#.*/, '#score'));
    await page.locator('bx-score .box').waitFor();
    assert.equal(await page.locator('bx-notice[kind=error]').count(), 0);
  }));

test('a table of cases is sent to the case editor, with the column that it lacks', () =>
  on('', async (page) => {
    await pasteAnywhere(page, 'question\nHow warm is it in Paris?\n');
    const notice = page.locator('bx-notice[kind=error]');
    await notice.getByText('This is a case file: pasted.json. It has no column expected.').waitFor();
    await notice.getByRole('link', { name: 'Open the case editor' }).click();
    await page.locator('bx-cases').waitFor();
  }));

test('a single call takes the answer of an API, and a result line', () =>
  on(`#score&panel=call&category=simple_python&entry=${ID}`, async (page) => {
    const response = page.locator('bx-by-hand textarea');
    await page.locator('bx-by-hand bx-question').first().waitFor();
    for (const value of [...Object.values(ONE), { id: ID, result: `[${CALL}]` }]) {
      await response.fill('nothing');
      await verdict(page).getByText(/\bfailed\b/).waitFor();
      await response.fill(bytes(value));
      await verdict(page).getByText(/\bpassed\b/).waitFor();
    }
    await response.fill(bytes(CHAT).replace('41.27', '41.5'));
    await verdict(page).getByText(/\bfailed\b/).waitFor();
    assert.equal(await page.locator('bx-by-hand .marked').innerText(), '41.5');
  }));

test('hostile pastes are text', () =>
  on('', async (page) => {
    await pasteAnywhere(page, [{ name: '<img src=x onerror=alert(1)>', arguments: {} }, { name: '<b>', arguments: {} }]);
    const hand = page.getByRole('status', { name: 'Recognised' });
    await hand.getByText('onerror=alert(1)').waitFor();
    assert.equal(await hand.locator('img, b').count(), 0);
    await page.reload();
    await pasteAnywhere(page, '['.repeat(50_000));
    await page.locator('bx-notice[kind=error]').waitFor();
  }));

test('of five pastes at once the latest is shown, and stays', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    const [first, second] = LINES.split('\n');
    await page.evaluate((texts) => {
      for (const text of texts) {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }
    }, [LINES, CALL, `${first}\n${second}`, LINES, second]);
    await page.locator('bx-run-head h1').waitFor();
    assert.match(await words(page.locator('bx-run-head')), /1 of 1 passed/);
    const { hash } = new URL(page.url());
    await page.waitForTimeout(1000);
    assert.equal(new URL(page.url()).hash, hash);
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.locator('bx-runs tbody tr').nth(3).waitFor();
    assert.equal(await page.locator('bx-runs tbody tr').count(), 4);
  }));

test('results are pasted as before', () =>
  on('', async (page) => {
    await pasteAnywhere(page, LINES);
    await shows(page, '6 entries');
  }));

test('a response in a right-to-left script begins at the right, calls begin at the left', () =>
  on('', async (page) => {
    await pasteAnywhere(page, [['simple_python_90000', '\u05e0\u05de\u05dc.'], ['simple_python_90001', "[f(a='\u05e0\u05de\u05dc')]"]].map(([id, result]) => JSON.stringify({ id, result })).join('\n'));
    /** Pixels from the start of the box to its first letter, and from there to the end. */
    const sides = async (id) => {
      await page.locator('bx-results bx-table .body .row', { hasText: id }).click();
      const raw = page.locator('bx-entry-detail pre.raw').first();
      await page.locator('bx-entry-detail', { hasText: id }).waitFor();
      await raw.waitFor();
      return raw.evaluate((box) => {
        const range = new Range();
        range.selectNodeContents(box);
        const [text, all] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
        return { left: text.left - all.left, right: all.right - text.right };
      });
    };
    const hebrew = await sides('simple_python_90000');
    assert.ok(hebrew.right < hebrew.left, JSON.stringify(hebrew));
    const call = await sides('simple_python_90001');
    assert.ok(call.left < call.right, JSON.stringify(call));
  }));
