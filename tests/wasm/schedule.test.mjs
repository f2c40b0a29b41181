// The scenarios of the native scheduler (tests/data/generation) through the module: the same to the millisecond.
// What the simulation does is said in tests/unit/generation/scheduler_scenarios_test.cpp.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, root, throwsKind, today } from './support.mjs';

const data = join(root, 'tests/data/generation');
const scenarios = JSON.parse(readFileSync(join(data, 'scenarios.json'), 'utf8'));
const expected = readFileSync(join(data, 'scenarios.txt'), 'utf8');
const UNIX_NOW = 1700000000;
const SEED = 7;
const MOST_STEPS = 200000;
const FOREVER = 1e12;

const bytes = (text) => new TextEncoder().encode(text);
const idOf = (i) => `simple_python_${i}`;

/** Entries that show the model the same function. */
function datasetOf(count) {
  const parameters = { type: 'dict', properties: { x: { type: 'integer', description: 'x' } }, required: ['x'] };
  const all = Array.from({ length: count }, (_, i) => i);
  const lines = (of) => bytes(all.map((i) => `${JSON.stringify(of(idOf(i)))}\n`).join(''));
  return [
    {
      path: 'data/BFCL_v4_simple_python.json',
      bytes: lines((id) => ({
        id,
        question: [[{ role: 'user', content: 'call f' }]],
        function: [{ name: 'f', description: 'f', parameters }],
      })),
    },
    {
      path: 'data/possible_answer/BFCL_v4_simple_python.json',
      bytes: lines((id) => ({ id, ground_truth: [{ f: { x: [1] } }] })),
    },
  ];
}

const scorer = await bfclx.loadScorer();
scorer.openDataset(datasetOf(Math.max(...scenarios.map(({ entries }) => entries))));
scorer.planConversations({ settings: { model: 'm', api: 'chat', fc: true, today }, categories: ['simple_python'] });

class Simulation {
  #scenario;
  #handle;
  #now = 0;
  #waiting = [];
  #number = 0;
  #mostInFlight = 0;
  #requests = new Map();
  #retries = new Map();
  #results = 0;
  #lost = 0;
  #checks = 0;
  #knownGood = false;
  #stopped = false;
  #messages = [];
  #log = '';

  constructor(scenario) {
    this.#scenario = scenario;
    const entries = Array.from({ length: scenario.entries }, (_, i) => ({
      id: idOf(i),
      depends_on: (scenario.depends?.[i] ?? []).map(idOf),
    }));
    this.#handle = scorer.openSchedule({
      entries,
      settings: { server: 'https://h.example', ...scenario.settings },
      seed: SEED,
    });
  }

  run() {
    for (let step = 0; step < MOST_STEPS; step++) {
      const action = scorer.nextAction(this.#handle, this.#now);
      this.#messages.push(...action.messages);
      if (action.kind === 'begin') this.#event({ type: 'wants_request', entry: action.entry });
      else if (action.kind === 'send') {
        this.#requests.set(action.entry, (this.#requests.get(action.entry) ?? 0) + 1);
        this.#event({ type: 'sent', entry: action.entry });
        this.#send(action.entry);
      } else if (action.kind === 'check') this.#check();
      else if (action.kind === 'wait') this.#wait(action.until);
      else return this.#summary(action.why);
      this.#tell();
    }
    return 'no end\n';
  }

  #event(event) {
    const answer = scorer.scheduleEvent(this.#handle, { now: this.#now, ...event });
    this.#messages.push(...answer.messages);
    return answer;
  }

  #ruleOf(entry) {
    return this.#scenario.server.find(({ from = 0, to = FOREVER, entries, every, first, check }) => {
      if (this.#now < from || this.#now >= to || (check && entry !== null)) return false;
      if (entries && !entries.includes(entry)) return false;
      if (every && (entry === null || entry % every !== 3)) return false;
      return !first || (entry !== null && entry < first);
    });
  }

  #send(entry) {
    const rule = this.#ruleOf(entry);
    this.#waiting.push({ time: this.#now + rule.seconds, number: this.#number++, entry, rule });
    this.#waiting.sort((a, b) => a.time - b.time || a.number - b.number);
    this.#mostInFlight = Math.max(this.#mostInFlight, this.#waiting.length);
  }

  #check() {
    if (!this.#knownGood) {
      this.#event({ type: 'no_known_good' });
      return;
    }
    this.#event({ type: 'check_sent' });
    this.#checks += 1;
    this.#send(null);
  }

  #wait(until) {
    const stop = this.#scenario.stop_at ?? FOREVER;
    let time = Math.min(until, this.#waiting[0]?.time ?? FOREVER);
    if (!this.#stopped) time = Math.min(time, stop);
    this.#now = Math.max(this.#now, time);
    if (!this.#stopped && this.#now >= stop) {
      this.#stopped = true;
      this.#event({ type: 'stop' });
    }
    if (this.#waiting[0]?.time <= this.#now) this.#receive();
    this.#event({ type: 'tick' });
  }

  #receive() {
    const { entry, rule } = this.#waiting.shift();
    const { status, failure, error, headers, body = '', malformed } = rule;
    const outcome = { status, failure, error, headers, body: bytes(body), unix_now: UNIX_NOW + this.#now };
    if (entry !== null) return this.#received(entry, outcome, malformed);
    if (!this.#event({ type: 'check_received', ...outcome }).good) this.#knownGood = false;
  }

  #received(entry, outcome, malformed) {
    const { decision, good, error } = this.#event({ type: 'received', entry, ...outcome });
    if (decision === 'end') this.#end(entry, error);
    if (decision !== 'deliver') return;
    this.#knownGood ||= good;
    const answered = !outcome.failure && outcome.status < 500 && outcome.status !== 429;
    if (answered && !malformed) {
      this.#event({ type: 'accepted', entry });
      this.#end(entry, '');
      return;
    }
    const retries = this.#retries.get(entry) ?? 0;
    this.#retries.set(entry, retries + 1);
    if (retries < (this.#scenario.retries ?? 0)) this.#event({ type: 'wants_request', entry, wait: 1, jitter: 1 });
    else this.#end(entry);
  }

  /** `error`: empty where it has a result; undefined: what the scheduler says. */
  #end(entry, error) {
    const { lost, reason } = this.#event({ type: 'ended', entry, has_result: error === '' });
    if (error === '') this.#results += 1;
    else this.#line(`entry ${entry}: ${error ?? reason}, ${this.#requests.get(entry)} requests`);
    for (const one of lost) this.#line(`entry ${one}: not begun`);
    this.#lost += lost.length + (error === '' ? 0 : 1);
  }

  #tell() {
    for (const message of this.#messages.splice(0)) this.#line(message);
  }

  #line(text) {
    this.#log += `${this.#now.toFixed(3).padStart(9)}  ${text}\n`;
  }

  #summary(why) {
    const figures = scorer.scheduleFigures(this.#handle, this.#now);
    const { requests, repeated, allowed } = figures;
    assert.deepEqual([figures.with_result, figures.without_result], [this.#results, this.#lost]);
    assert.equal(figures.entries, this.#scenario.entries);
    this.#tell();
    this.#line(why ? `ended: ${why}` : 'done');
    scorer.closeSchedule(this.#handle);
    return (
      `${this.#log}           ${this.#results} results, ${requests} requests, ${repeated} repeated, ` +
      `${this.#checks} checks, ${this.#mostInFlight} in flight at most, ${allowed} allowed\n`
    );
  }
}

for (const [i, scenario] of scenarios.entries()) {
  test(scenario.name, () => {
    const text = expected.split(/^# .*\n/m)[i + 1];
    assert.equal(new Simulation(scenario).run(), text);
  });
}

test('what is no event of a schedule is refused', () => {
  const settings = { concurrency: 1 };
  const handle = scorer.openSchedule({ entries: [{ id: idOf(0), depends_on: [] }], settings });
  const event = (given) => () => scorer.scheduleEvent(handle, { now: 0, ...given });
  throwsKind('unknown', event({ type: 'sends' }));
  throwsKind('argument', event({ type: 'sent', entry: 0 }));
  throwsKind('argument', event({ type: 'sent', entry: 7 }));
  throwsKind('argument', event({ type: 'tick', now: 'soon' }));
  assert.equal(scorer.nextAction(handle, 0).kind, 'begin');
  throwsKind('argument', event({ type: 'received', entry: 0, status: 200, unix_now: 0 }));
  event({ type: 'sent', entry: 0 })();
  throwsKind('argument', event({ type: 'sent', entry: 0 }));
  throwsKind('argument', event({ type: 'ended', entry: 0, has_result: true }));
  throwsKind('argument', event({ type: 'tick', entry: 2 ** 32, now: NaN }));
  throwsKind('handle', () => scorer.nextAction(handle + 2 ** 32, 0));
  throwsKind('argument', event({ type: 'received', entry: 0, status: 7, unix_now: 0 }));
  throwsKind('unknown', event({ type: 'received', entry: 0, failure: 'gone', unix_now: 0 }));
  // A body that is no text reaches no message as it is.
  const body = new Uint8Array([0xed, 0x5c, 0x71]);
  const refused = event({ type: 'received', entry: 0, status: 401, unix_now: 0, body })();
  assert.equal(refused.decision, 'stop');
  assert.match(scorer.nextAction(handle, 0).why, /status 401, \ufffd\\q\. Check the API key/);
  scorer.closeSchedule(handle);
  throwsKind('handle', () => scorer.nextAction(handle, 0));
  throwsKind('unknown', () => scorer.openSchedule({ entries: [{ id: 'nobody', depends_on: [] }], settings }));
  throwsKind('argument', () => scorer.openSchedule({ entries: [], settings: { concurrency: 0 } }));
});

test('what a server says of itself', () => {
  const said = (text) => scorer.serverMessage(new TextEncoder().encode(text));
  for (const [body, message] of [
    ['{"error": {"message": "no"}}', 'no'],
    ['{"error": "no"}', 'no'],
    ['{"detail": "no"}', 'no'],
    ['a\nb', 'a b'],
    ['', ''],
    ['x'.repeat(400), `${'x'.repeat(300)}...`],
  ])
    assert.equal(said(body), message);
  assert.equal(scorer.serverMessage(new Uint8Array([0xff, 0x41])), '\ufffdA');
});
