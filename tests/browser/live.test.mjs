// Live: a run of the program followed over its live page (`bfclx generate --live`), which a stand-in serves.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { GUISES, flaws, setUp, words } from './support.mjs';

const KEY = '0123456789abcdef0123456789abcdef';
const counts = (planned, ended, without = 0) => ({
  planned, had_result: 0, with_response: ended - without, without_response: without, not_needed: 0, left: planned - ended, errors: 0, at_token_limit: 0,
});
const endpoint = (server, state, outcomes, p50, p95) => ({
  server, state, in_flight: 8, allowed: 16, requests: Object.values(outcomes).reduce((a, b) => a + b), retried: 1, outcomes, seconds: { count: 9, p50, p95 },
});

const RUN = {
  format: 1,
  program: 'bfclx',
  version: '0.1.0',
  run: { model: 'Qwen/Qwen3-8B-FC', api: 'chat', dataset: 'v4', shard: '', number: 1, of: 1, phase: 'running', why: '', started: 1764000000, now: 1764000303 },
  entries: counts(600, 361, 2),
  requests: { sent: 412, retried: 9, in_flight: 16, allowed: 32, waiting_for_retry: 1, retrying: '1 entry is being retried: http://b:8000/v1: status 500, oops', batches: '' },
  speed: { entries_per_minute: 71.4, tokens_per_second: 812.4, seconds_left: 200 },
  spend: { input: 812345, cached: 400000, output: 45678, cost: 1.27, max_cost: 5, max_tokens: null, max_seconds: null },
  categories: [
    { name: 'simple_python', entries: counts(400, 301, 2), requests: 310, tokens: { input: 500000, cached: 0, output: 30000 }, score: { scored: 299, passed: 260, low: 0.83, high: 0.9 } },
    { name: 'multi_turn_long_context', entries: counts(200, 60), requests: 102, tokens: { input: 312345, cached: 0, output: 15678 }, score: { scored: 12, passed: 4, low: 0.1, high: 0.65 } },
  ],
  endpoints: [
    endpoint('http://a:8000/v1', 'available', { success: 300 }, 0.42, 1.9),
    endpoint('http://b.cluster.internal.example:8000/v1', 'unavailable', { success: 100, status_5xx: 9, timeout: 3 }, 12.4, 40),
  ],
  endpoint_count: 2,
  reasons: [{ name: 'status 500', count: 2 }],
  failures: [{ name: 'value_error:string', count: 40 }],
  findings: [{ severity: 'error', code: 'no_response', count: 2, text: '2 entries have no response; the next run requests them again' }],
  messages: [{ time: 1764000100, text: '<img src=x onerror=alert(1)> http://b:8000/v1 is unavailable' }],
};

/** A live page: `answer` is its state, a status, or null where it does not answer. */
const live = { answer: RUN, asked: [] };
let server;
before(async () => {
  server = createServer((request, response) => {
    const origin = { 'Access-Control-Allow-Origin': request.headers.origin ?? '', Vary: 'Origin' };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...origin, 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'authorization' }).end();
      return;
    }
    live.asked.push(request);
    if (live.answer === null) request.socket.destroy();
    else if (request.headers.authorization !== `Bearer ${KEY}`) response.writeHead(401, origin).end('the key is of another run\n');
    else response.writeHead(200, { ...origin, 'Content-Type': 'application/json' }).end(JSON.stringify(live.answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());
const { on } = setUp(() => [server]);
const at = () => new URL(server.origin).host;
const link = () => `#live&at=${at()}&key=${KEY}`;
const begin = () => Object.assign(live, { answer: RUN, asked: [] });

for (const guise of GUISES) {
  test(`a run is shown; ${guise.name}`, async () => {
    begin();
    await on(link(), async (page) => {
      await page.locator('bx-live h1', { hasText: 'Qwen/Qwen3-8B-FC' }).waitFor();
      const text = await words(page.locator('bx-live'));
      assert.match(text, /running for 5:03 min/);
      assert.match(text, /361 of 600 entries, 16 in flight \(of 32\), 812 tokens\/s, 71 entries\/min, 3:20 min left/);
      assert.match(text, /2 entries have no response/);
      assert.match(text, /simple_python ?301 of 400 ?87\.0 % 83\.0 to 90\.0 ?2 ?– ?530,000/);
      assert.match(text, /4 of 12/);
      assert.match(text, /unavailable ?8 of 16 ?112 ?12 ?12 s ?40 s ?9 status 5xx, 3 timeout/);
      assert.match(text, /\$1\.27/);
      assert.match(text, /<img src=x onerror=alert\(1\)>/);
      assert.deepEqual(await flaws(page), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      assert.equal(wide, false);
      // What passed is seen without scrolling, on phones too.
      const passed = await page.locator('bx-live').getByRole('columnheader', { name: 'Passed, 95 % CI' }).boundingBox();
      assert.ok(passed.x + passed.width <= guise.options.viewport.width, JSON.stringify(passed));
      // The key is in no address that somebody copies, and a reload goes on without the link.
      assert.equal(new URL(page.url()).hash, `#live&at=${at()}`);
      await page.reload();
      await page.locator('bx-live h1', { hasText: 'Qwen/Qwen3-8B-FC' }).waitFor();
      assert.ok(live.asked.every(({ url, headers }) => url === '/run.json' && headers.cookie === undefined && !headers.referer));
    }, guise.options);
  });
}

test('it follows what changes, says when nobody answers, and goes on', async () => {
  begin();
  await on(link(), async (page, problems) => {
    await page.getByText('361 of 600 entries').waitFor();
    live.answer = { ...RUN, entries: counts(600, 402) };
    await page.getByText('402 of 600 entries').waitFor();
    live.answer = null;
    await page.getByText('the program has ended, or the tunnel is closed').waitFor();
    assert.match(await words(page.locator('bx-live')), /402 of 600 entries/);
    live.answer = { ...RUN, run: { ...RUN.run, phase: 'ended' }, entries: counts(600, 600) };
    await page.getByText('The run has ended.').waitFor();
    assert.match(await words(page.locator('bx-live')), /ended after 5:03 min.*600 of 600 entries/);
    const { length } = live.asked;
    live.answer = RUN;
    await page.waitForTimeout(2500);
    assert.equal(live.asked.length, length);
    await page.getByRole('button', { name: 'Follow another run' }).click();
    await page.getByRole('heading', { name: 'Follow a run' }).waitFor();
    // A connection that breaks is an error of the console.
    const broken = (text) => /net::ERR_|Failed to load resource/.test(text);
    problems.splice(0, problems.length, ...problems.filter((text) => !broken(text)));
  });
});

test('a link is pasted into the form; a wrong key and another machine are told', async () => {
  begin();
  await on('#live', async (page, problems) => {
    await page.getByRole('heading', { name: 'Follow a run' }).waitFor();
    assert.deepEqual(await flaws(page), []);
    await page.getByLabel('Address').fill('bench.example.org:9465');
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByText('The address must be on this machine').waitFor();
    assert.equal(live.asked.length, 0);
    await page.getByLabel('Address').fill(at());
    await page.getByLabel('Key').fill('f'.repeat(32));
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByText('This key belongs to another run').waitFor();
    await page.getByLabel('Address').fill(`bfclx: live page: open the site with ${link()}`);
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByText('361 of 600 entries').waitFor();
    problems.splice(0, problems.length, ...problems.filter((text) => !/Failed to load resource.*401/.test(text)));
  });
});

test('Generate leads to it, and the menu names it only there', async () => {
  await on('#ask', async (page) => {
    const views = page.getByRole('navigation', { name: 'Views' }).first();
    await page.locator('bx-ask').getByRole('link', { name: 'Live' }).waitFor();
    assert.equal(await views.getByRole('link', { name: 'Live' }).count(), 0);
    await page.locator('bx-ask').getByRole('link', { name: 'Live' }).click();
    await page.getByRole('heading', { name: 'Follow a run' }).waitFor();
    assert.equal(await views.getByRole('link', { name: 'Live' }).count(), 1);
  });
});
