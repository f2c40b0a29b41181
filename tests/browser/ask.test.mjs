// A model asked from the tab: the form and its sentences, results that grow, faults, pause and going on after a reload,
// one entry once more, the result files, and the key, which must be nowhere.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { KEY, begin, card, choose, ended, kept, on, savedZip, serve } from './asking.mjs';
import { GUISES, ROOT, drop, flaws, words, undo } from './support.mjs';
import { firstTool, toolCall } from './stand-in.mjs';

const RIGHT = toolCall('harbour_tide_table', { harbour: 'Whitby', date: '2026-05-03' });
const NARROW = { viewport: { width: 390, height: 844 } };
const WIDTHS = [['wide', {}], ['narrow', NARROW]];

for (const [name, options] of WIDTHS) {
  test(`a model is asked and scored as its answers come; ${name}`, async () => {
    const server = await serve({ key: KEY, answer: (request) => (JSON.stringify(request).includes('Whitby') ? RIGHT : firstTool(request)) });
    await on('#ask', async (page) => {
      await begin(page, server, { key: KEY });
      await ended(page);
      assert.match(await words(card(page)), /tiny.*1 of 5 passed ?· 5 of 5 with a response.*simple_python ?5 \/ 5/);
      const asked = server.seen.filter(({ body }) => body);
      assert.equal(asked.length, 5);
      assert.ok(asked.every(({ key, body }) => key === KEY && body.model === 'tiny' && body.tools.length === 1));
      assert.ok(asked.every(({ headers }) => headers.referer === undefined && headers.cookie === undefined));
      assert.doesNotMatch(await kept(page), /not-a-real-key/);
      assert.equal(await page.getByLabel('API key, if required').inputValue(), '');
      await card(page).getByRole('link', { name: 'tiny' }).click();
      await page.locator('bx-table .body .row', { hasText: 'simple_python_90000' }).click();
      await page.locator('bx-entry-detail .verdict', { hasText: /\bpassed\b/ }).waitFor();
      await page.locator('bx-entry-detail').getByRole('tab', { name: 'Conversation' }).click();
      assert.match(await words(page.locator('bx-conversation')), /50 tokens in, 7 out/);
    }, options);
  });
}

test('an episode goes through its turns, and its log is kept', async () => {
  const server = await serve({ answer: firstTool });
  await on('#ask', async (page) => {
    await begin(page, server, { categories: ['multi_turn_base'] });
    await ended(page);
    assert.match(await words(card(page)), /multi_turn_base ?3 \/ 3/);
    await card(page).getByRole('link', { name: 'tiny' }).click();
    await page.locator('bx-table .body .row', { hasText: 'multi_turn_base_90000' }).click();
    await page.locator('bx-entry-detail').getByRole('tab', { name: 'Conversation' }).click();
    await page.locator('bx-conversation').getByText('From the inference log').waitFor();
    assert.match(await words(page.locator('bx-conversation')), /Turn 1.*gives.*Turn 2/);
  });
});

const OFFICIAL = join(process.env.BFCLX_SHARED_DIR ?? join(ROOT, '../shared'), 'bfcl-data');
const MEMORY = existsSync(OFFICIAL) ? false : `SKIPPED: no official dataset in ${OFFICIAL}`;
if (MEMORY) console.error(MEMORY);

/** A dataset of two questions to a memory that one conversation of each scenario fills. */
function smallMemory(folder) {
  const copy = (path, lines) => {
    const text = readFileSync(join(OFFICIAL, path), 'utf8');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), lines ? text.split('\n').filter((line) => line && lines(line)).join('\n') : text);
  };
  const few = (line) => /"id": "memory_[01]-customer-/.test(line);
  copy('data/BFCL_v4_memory.json', few);
  copy('data/possible_answer/BFCL_v4_memory.json', few);
  for (const name of ['customer', 'finance', 'healthcare', 'notetaker', 'student']) copy(`data/memory_prereq_conversation/memory_${name}.json`, (line) => line.includes(`-${name}-0"`));
  for (const name of readdirSync(join(OFFICIAL, 'data/multi_turn_func_doc'))) copy(`data/multi_turn_func_doc/${name}`);
  copy('prompts.json');
}

for (const [category, call] of [
  ['memory_kv', toolCall('core_memory_add', { key: 'tea', value: 'green' })], ['memory_rec_sum', toolCall('memory_append', { text: 'Likes green tea.' })],
]) {
  test(`${category}: conversations that fill the memory come first, and what they left is there`, { skip: MEMORY }, async () => {
    const server = await serve({
      answer: ({ messages }) => (messages.some(({ role }) => role === 'tool') || /green/.test(JSON.stringify(messages[0])) ? { content: "{'answer': 'green', 'context': 'x'}" } : call),
    });
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-memory-'));
    smallMemory(join(folder, 'bfcl'));
    await on('#ask', async (page) => {
      await page.locator('bx-ask form').waitFor();
      await drop(page, [join(folder, 'bfcl')]);
      await page.locator('bx-dialog').getByRole('button', { name: 'Use my copy' }).click();
      await page.locator('bx-dialog').waitFor({ state: 'detached' });
      await page.goto(page.url().replace(/#.*/, '#ask'));
      await begin(page, server, { categories: [category] });
      await ended(page);
      assert.match(await words(card(page)), new RegExp(`3 of 3 with a response.*${category} ?2 / 2`));
      const asked = server.seen.filter(({ body }) => body).map(({ body }) => JSON.stringify(body.messages[0]));
      // The questions are asked with the memory that the conversation before them left.
      assert.ok(asked.filter((text) => text.includes('green')).length >= 2, asked.join('\n').slice(0, 2000));
      const files = Object.keys(await savedZip(page, card(page).getByRole('button', { name: 'Result files' })));
      assert.ok(files.some((path) => path.endsWith(`BFCL_v4_${category}_prereq_result.json`)) && files.some((path) => path.endsWith(`BFCL_v4_${category}_result.json`)), String(files));
    });
    rmSync(folder, { recursive: true });
  });
}

test('by the official prompt: no tools are sent, and the response is read as text', async () => {
  const server = await serve({ answer: () => ({ content: "[harbour.tide_table(harbour='Whitby', date='2026-05-03')]" }) });
  await on('#ask', async (page) => {
    await begin(page, server, { more: (one) => one.locator('bx-ask #form').selectOption('prompt') });
    await ended(page);
    assert.match(await words(card(page)), /1 of 5 passed/);
    assert.ok(server.seen.filter(({ body }) => body).every(({ body }) => !body.tools && body.messages[0].role === 'system'));
  });
});

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
test('the result files are those that the program scores the same', { skip: existsSync(PROGRAM) ? false : `${PROGRAM} is not built` }, async () => {
  const server = await serve({ answer: (request) => (JSON.stringify(request).includes('Whitby') ? RIGHT : firstTool(request)) });
  await on('#ask', async (page) => {
    await begin(page, server, { categories: ['simple_python', 'simple_java', 'multi_turn_base'], model: 'team/tiny' });
    await ended(page);
    const files = await savedZip(page, card(page).getByRole('button', { name: 'Result files' }));
    const names = Object.keys(files).sort();
    assert.deepEqual(names, [
      'result/team_tiny/multi_turn/BFCL_v4_multi_turn_base_result.json', 'result/team_tiny/non_live/BFCL_v4_simple_java_result.json',
      'result/team_tiny/non_live/BFCL_v4_simple_python_result.json',
    ]);
    await card(page).getByRole('link', { name: 'team/tiny' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const [verdicts] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'All verdicts' }).click()]);
    const ours = readFileSync(await verdicts.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-ask-'));
    try {
      for (const [path, bytes] of Object.entries(files)) {
        const place = join(folder, path);
        execFileSync('mkdir', ['-p', join(place, '..')]);
        writeFileSync(place, bytes);
      }
      const lines = join(folder, 'verdicts.jsonl');
      execFileSync(PROGRAM, ['check', join(folder, 'result'), '--dataset', join(ROOT, 'tools/sample'), '--decoder', 'openai_fc', '--underscore-to-dot', 'yes', '--verdicts', lines], { stdio: 'pipe' });
      const theirs = readFileSync(lines, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
      const plain = (all) => all.map(({ model: _, ...rest }) => JSON.stringify(rest)).sort();
      assert.equal(ours.length, 11);
      assert.deepEqual(plain(ours), plain(theirs));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('429 with Retry-After, 503 and dropped connections are asked again; nothing is lost', async () => {
  let number = 0;
  const faults = [{ status: 429, headers: { 'Retry-After': '1' } }, { drop: true }, { status: 503, body: 'overloaded' }];
  const server = await serve({ answer: (request) => faults[number++] ?? firstTool(request) });
  await on('#ask', async (page, problems) => {
    await begin(page, server);
    await ended(page);
    assert.match(await words(card(page)), /5 of 5 with a response/);
    assert.equal(server.seen.filter(({ body }) => body).length, 8);
    problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
  });
});

test('pause, reload, go on: what was answered is not asked again, and the key is asked for', async () => {
  // From the fourth on, responses come when the pause has been asked for.
  let asked = 0;
  let release;
  const paused = new Promise((resolve) => (release = resolve));
  const answer = async (request) => {
    if (++asked > 3) await paused;
    return firstTool(request);
  };
  const server = await serve({ key: KEY, answer });
  await on('#ask', async (page) => {
    // One at a time, so that some are left.
    const many = { categories: ['simple_python', 'multiple', 'parallel', 'irrelevance'], key: KEY, more: (one) => one.getByLabel('Concurrency').fill('1') };
    await begin(page, server, many);
    await card(page).getByText(/[2-9] of \d+ with a response/).waitFor();
    await card(page).getByRole('button', { name: 'Pause' }).click();
    release();
    await ended(page, 'paused');
    const before = server.seen.filter(({ body }) => body).length;
    assert.ok(before < 14, String(before));
    await page.reload();
    await ended(page, 'stopped');
    assert.match(await words(card(page)), new RegExp(`· ${before} of \\d+ with a response`));
    await card(page).getByLabel('Key for tiny').fill(KEY);
    await card(page).getByRole('button', { name: 'Continue' }).click();
    await ended(page);
    const requests = server.seen.filter(({ body }) => body).map(({ body }) => JSON.stringify(body.messages));
    assert.equal(new Set(requests).size, requests.length);
    assert.match(await words(card(page)), new RegExp(`${requests.length} of ${requests.length} with a response`));
    // Removed, it does not come back by itself.
    await card(page).getByRole('button', { name: 'Remove' }).click();
    await card(page).waitFor({ state: 'detached' });
    await page.waitForTimeout(300);
    await page.reload();
    await page.locator('bx-ask form').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await card(page).count(), 0);
    // Undone within the time, it is back with all that was paid for.
    await undo(page).click();
    await ended(page);
    assert.match(await words(card(page)), new RegExp(`${requests.length} of ${requests.length} with a response`));
    // Nothing is left to ask, so that no key is needed.
    assert.equal(await card(page).getByLabel('Key for tiny').count(), 0);
    assert.deepEqual((await card(page).getByRole('button').allInnerTexts()).map((text) => text.trim()), ['Result files', 'Remove']);
  });
});

test('reasoning at the start of responses is kept apart, and said once', async () => {
  const server = await serve({ answer: () => ({ content: '<think>None of them fits.</think>No.' }) });
  await on('#ask', async (page) => {
    await begin(page, server);
    await ended(page);
    const said = (await words(card(page))).match(/Some responses begin with reasoning.*?In this run: 5 responses\./g) ?? [];
    assert.equal(said.length, 1, await words(card(page)));
  });
});

test('a tab that ends in the middle loses nothing that was answered', async () => {
  const server = await serve({ answer: (request) => ({ ...firstTool(request), wait: 300 }) });
  await on('#ask', async (page) => {
    await begin(page, server, { categories: ['simple_python', 'multiple'], more: (one) => one.getByLabel('Concurrency').fill('1') });
    await card(page).getByText(/[2-9] of \d+ with a response/).waitFor();
    await page.reload();
    await ended(page, 'stopped');
    const [, number] = /· (\d+) of \d+ with a response/.exec(await words(card(page)));
    assert.ok(Number(number) >= 2);
    await card(page).getByRole('button', { name: 'Continue' }).click();
    await ended(page);
    const asked = server.seen.filter(({ body }) => body).map(({ body }) => JSON.stringify(body.messages));
    // The one that was under way is asked once more.
    assert.ok(asked.length - new Set(asked).size <= 1);
  });
});

test('an episode that was cut goes on at its turn: after a reload no request is made twice', async () => {
  let held = true;
  const server = await serve({ key: KEY, answer: (request) => (held && server.seen.filter(({ body }) => body).length > 2 ? { wait: 60_000, content: '' } : firstTool(request)) });
  await on('#ask', async (page) => {
    await begin(page, server, { categories: ['multi_turn_base'], key: KEY, more: (one) => one.getByLabel('Concurrency').fill('1') });
    for (; server.seen.filter(({ body }) => body).length < 3; ) await page.waitForTimeout(50);
    const asked = () => server.seen.filter(({ body }) => body).map(({ body }) => JSON.stringify(body));
    assert.equal(new Set(asked()).size, 3);
    // Two have an answer, in an episode that is not at its end.
    assert.match(await words(card(page)), /· 0 of 3 with a response/);
    await page.reload();
    await ended(page, 'stopped');
    assert.ok(!(await kept(page)).includes(KEY));
    held = false;
    await card(page).getByLabel('Key for tiny').fill(KEY);
    await card(page).getByRole('button', { name: 'Continue' }).click();
    await ended(page);
    assert.match(await words(card(page)), /multi_turn_base ?3 \/ 3/);
    // The request that was under way alone.
    assert.equal(asked().length - new Set(asked()).size, 1);
    // Removed, the steps are gone too.
    await card(page).getByRole('button', { name: 'Remove' }).click();
    await card(page).waitFor({ state: 'detached' });
    // Once it cannot be undone any more.
    await undo(page).waitFor();
    assert.match(await kept(page), /steps\.jsonl/);
    await undo(page).waitFor({ state: 'detached' });
    while (/steps\.jsonl/.test(await kept(page))) await page.waitForTimeout(50);
  });
});

test('one entry is asked again from its detail', async () => {
  const server = await serve({ answer: () => ({ content: 'No.' }) });
  await on('#ask', async (page, problems) => {
    await begin(page, server);
    await ended(page);
    const before = server.seen.length;
    server.answer = () => RIGHT;
    await card(page).getByRole('link', { name: 'tiny' }).click();
    await page.locator('bx-table .body .row', { hasText: 'simple_python_90000' }).click();
    await page.locator('bx-entry-detail .verdict', { hasText: /\bfailed\b/ }).waitFor();
    await page.locator('bx-entry-detail').getByRole('button', { name: 'Regenerate' }).click();
    await page.locator('bx-entry-detail .verdict', { hasText: /\bpassed\b/ }).waitFor();
    assert.equal(server.seen.length, before + 1);
    // What fails leaves the earlier response, and nothing to retry.
    server.answer = () => ({ status: 429, headers: { 'Retry-After': '1000' }, body: 'later' });
    await page.locator('bx-entry-detail').getByRole('button', { name: 'Regenerate' }).click();
    await page.goto(page.url().replace(/#.*/, '#ask'));
    await card(page).getByText(/1 entry could not be regenerated; its earlier response stays: .*status 429, later/).waitFor();
    await ended(page);
    assert.match(await words(card(page)), /· 5 of 5 with a response(?!,)/);
    assert.equal(await card(page).getByRole('button', { name: /^(Continue|Retry)/ }).count(), 0);
    problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
  });
});

test('an automatic pace rises while answers come, and a number is kept to', async () => {
  const slow = await serve({ answer: (request) => ({ ...firstTool(request), wait: 150 }) });
  const fixed = await serve({ answer: (request) => ({ ...firstTool(request), wait: 150 }) });
  const all = { categories: ['simple_python', 'multiple', 'parallel', 'irrelevance', 'simple_java'] };
  await on('#ask', async (page) => {
    await begin(page, slow, all);
    await ended(page);
    assert.ok(slow.most > 2 && slow.most <= 6, String(slow.most));
  });
  await on('#ask', async (page) => {
    await begin(page, fixed, { ...all, more: (one) => one.getByLabel('Concurrency').fill('1') });
    await ended(page);
    assert.equal(fixed.most, 1);
  });
});

const SAYS = [
  ['no address', async () => 'what is this?', /This is not an address/],
  ['a secret in the address', async () => 'http://localhost:1/v1?key=abc', /Remove everything after/],
  ['a name in the address', async () => 'http://me:secret@localhost:1/', /Enter the key in its own field/],
  ['nobody there', async () => 'http://127.0.0.1:9/v1', /No response from http:\/\/127\.0\.0\.1:9\. Check that the server is running/],
  ['no CORS', async () => (await serve({ cors: false })).url, /does not allow pages of other origins to read its responses \(CORS\)/],
  ['a wrong path', async () => `${(await serve()).origin}/api`, /has no list of models \(404\)\. Check the path/],
  ['a wrong server', async () => `${(await serve()).origin}/api/v1`, /\/api\/v1 has no list of models \(404\)\. Check the path\.(?!.*for most servers)/],
  ['a web page', async () => (await serve({ models: { map: () => '<html>' } })).url, /but not with a list of models/],
  ['a refused key', async () => (await serve({ key: KEY })).url, /refuses the key \(401\)/],
  ['without a path', async () => (await serve()).origin, /\/v1 responds \(stand-in\)/],
  ['the address of a call', async () => `${(await serve()).url}/chat/completions`, /\/v1 responds \(stand-in\)/],
];
for (const [name, address, says] of SAYS) {
  test(`looking at an address says what is there: ${name}`, async () => {
    const typed = await address();
    await on('#ask', async (page, problems) => {
      await page.getByLabel('Endpoint').fill(typed);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.locator('bx-ask .says', { hasText: says }).waitFor();
      problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource|CORS policy/.test(one)));
    }, { allowed: ['http://127.0.0.1:9', 'http://localhost:1'] });
  });
}

test('answers without an end, of foreign shapes and with markup cost their own entry', async () => {
  const bodies = ['[]', '{"choices": []}', '{"choices": [{"message": {"content": 7}}]}', 'null', '<script>alert(1)</script>'];
  let number = 0;
  const server = await serve({ answer: () => ({ status: 200, body: bodies[number++ % bodies.length] }) });
  await on('#ask', async (page) => {
    await begin(page, server, { categories: ['multiple', 'simple_python'] });
    await page.locator('bx-ask-card').getByText(/^(done|stopped)$/).waitFor();
    assert.equal(await page.locator('bx-ask-card script, bx-ask-card img').count(), 0);
  });
});

test('not from a frame, and not in embed.html', () =>
  on('embed.html#ask', async (page) => {
    await page.getByText('Responses cannot be generated inside another page').waitFor();
    assert.equal(await page.locator('bx-ask input').count(), 0);
  }));

test('a number that cannot be taken is refused at its field, before anything is sent', async () => {
  const server = await serve({ answer: firstTool });
  await on('#ask', async (page) => {
    await page.getByLabel('Endpoint').fill(server.url);
    await page.locator('bx-ask .says', { hasText: 'responds (stand-in)' }).or(page.getByRole('button', { name: 'Connect' })).first().waitFor();
    const requests = () => server.seen.filter(({ body }) => body).length;
    for (const [label, typed, says] of [
      ['Sample size', '-5', 'Sample size must be a whole number, 1 or more.'],
      ['Sample size', '0', 'Sample size must be a whole number, 1 or more.'],
      ['Sample size', '2.5', 'Sample size must be a whole number, 1 or more.'],
      ['Temperature', '9', 'Temperature must be a number from 0 to 2.'],
      ['Concurrency', '300', 'Concurrency must be a whole number from 1 to 256.'],
      ['Max. tokens', '0', 'Max. tokens must be a whole number, 1 or more.'],
    ]) {
      const field = page.getByLabel(label);
      const before = await field.inputValue();
      await field.fill(typed);
      await page.getByRole('button', { name: 'Start' }).click();
      const fault = page.locator('bx-ask label', { has: field }).getByRole('alert');
      await fault.waitFor();
      assert.equal(await words(fault), says);
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await field.fill(before);
      assert.equal(await page.locator('bx-ask label [role=alert]').count(), 0);
    }
    assert.equal(requests(), 0);
    assert.equal(await card(page).count(), 0);
  });
});

test('by keyboard alone', async () => {
  const server = await serve({ answer: firstTool });
  await on('#ask', async (page) => {
    await page.getByLabel('Endpoint').focus();
    await page.keyboard.type(server.url);
    await page.keyboard.press('Tab');
    await page.locator('bx-ask .says', { hasText: 'responds (stand-in)' }).waitFor();
    await page.getByLabel('Sample size').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await card(page).waitFor();
    await card(page).getByText('done', { exact: true }).waitFor();
  });
});

for (const guise of GUISES) {
  test(`axe finds nothing, ${guise.name}`, async () => {
    const server = await serve({ answer: firstTool });
    await on('#ask', async (page) => {
      await page.locator('bx-ask form').waitFor();
      await choose(page, 'simple_python');
      assert.deepEqual(await flaws(page), []);
      await page.getByLabel('Endpoint').fill(server.url);
      await page.getByRole('button', { name: 'Start' }).click();
      await ended(page);
      assert.deepEqual(await flaws(page), []);
    }, guise.options);
  });
}
