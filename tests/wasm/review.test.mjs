// A blind review in the module is that of `bfclx dataset audit --review`, byte for byte.
//
// Environment: BFCLX_NATIVE, the program; BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, need, root, sampleDataset, sampleFolder, throwsKind, today } from './support.mjs';

const native = process.env.BFCLX_NATIVE ?? join(root, 'build/release/tools/bfclx');
need(native, 'the native program is not built');

const folder = mkdtempSync(join(tmpdir(), 'bfclx-review-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
const scorer = await bfclx.loadScorer();
scorer.openDataset(sampleDataset());

const NAME = 'BFCL_v4_simple_python_result.json';
const WRONG = "[harbour.tide_table(harbour='Whitby', date='2026-05-04')]";
const good = readFileSync(join(sampleFolder, 'results/good-model/non_live', NAME), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const runs = join(folder, 'runs');
for (let i = 0; i < 12; i++) {
  mkdirSync(join(runs, `model${i}`), { recursive: true });
  writeFileSync(join(runs, `model${i}`, NAME), good.map((line, at) => JSON.stringify({ id: line.id, result: at === 0 ? WRONG : line.result })).join('\n') + '\n');
}

function program(args, input) {
  const { stdout, status, stderr } = spawnSync(native, ['dataset', 'audit', '--dataset', sampleFolder, '--today', today, ...args], { cwd: folder, input });
  assert.equal(status, 0, `${stderr}`);
  return stdout.toString();
}
const file = (name) => readFileSync(join(folder, name), 'utf8');

const models = Array.from({ length: 12 }, (_, i) => {
  const { handle } = scorer.openResults({ path: `model${i}/${NAME}`, bytes: readFileSync(join(runs, `model${i}`, NAME)) });
  return { name: `model${i}`, handles: [handle], settings: { decoder: 'prompting', underscore_to_dot: false, model_name: `model${i}`, today } };
});

test('plan, votes, second reader and result', () => {
  const plan = scorer.review({ action: 'plan', models, reviewer: 'ann', seed: 3, date: today });
  program(['--review', 'ann.jsonl', '--reviewer', 'ann', '--seed', '3', runs], '');
  assert.equal(plan.file, file('ann.jsonl'));
  assert.equal(plan.entries, 2);

  const keys = ['1', 'n', 'c a remark', 'r', 'u', 'r', 'a'];
  const screen = scorer.review({ action: 'open', file: plan.file, keys });
  program(['--review', 'ann.jsonl'], '1n\nc a remark\nrura');
  assert.equal(screen.file, file('ann.jsonl'));
  assert.deepEqual([screen.ended, screen.voted, screen.reviewer], [true, 2, 'ann']);

  const same = scorer.review({ action: 'same', file: screen.file, reviewer: 'bob', date: today });
  program(['--review', 'bob.jsonl', '--reviewer', 'bob', '--review-of', 'ann.jsonl'], '2nr1nr');
  const bob = scorer.review({ action: 'open', file: same.file, keys: [...'2nr1nr'] });
  assert.equal(bob.file, file('bob.jsonl'));

  const merge = scorer.review({ action: 'merge', files: [screen.file, bob.file], link: 'https://example.org/1' });
  program(['--review-merge', 'ann.jsonl', 'bob.jsonl', '--review-errata', 'e.json', '--patch', 'p.diff', '--issue', 'i.md', '--link', 'https://example.org/1']);
  assert.equal(merge.errata, file('e.json'));
  assert.equal(merge.patch, file('p.diff'));
  assert.equal(merge.issue, file('i.md'));
  assert.equal(scorer.review({ action: 'merge', files: [screen.file] }).errata, null);
});

test('a third person decides', () => {
  const { file: plan } = scorer.review({ action: 'plan', models, reviewer: 'ann', seed: 3, date: today });
  const ann = scorer.review({ action: 'open', file: plan, keys: [...'nrnr'] }).file;
  const same = scorer.review({ action: 'same', file: plan, reviewer: 'bob', date: today }).file;
  const bob = scorer.review({ action: 'open', file: same, keys: ['a'] }).file;
  writeFileSync(join(folder, 'a.jsonl'), ann);
  writeFileSync(join(folder, 'b.jsonl'), bob);

  const { file: begun, entries } = scorer.review({ action: 'decide', files: [ann, bob], reviewer: 'carol', date: today });
  assert.equal(entries, 1);
  const reviews = [ann, bob];
  const screen = scorer.review({ action: 'open', file: begun, keys: [], reviews });
  assert.deepEqual(screen.decides, ['ann', 'bob']);
  assert.deepEqual(screen.votes, ['ann: right; acceptable: none', 'bob: ambiguous; acceptable: none']);
  assert.equal(scorer.review({ action: 'open', file: begun, keys: [] }).votes, undefined);
  const decided = scorer.review({ action: 'open', file: begun, keys: ['a'], reviews }).file;
  program(['--review-merge', 'a.jsonl', 'b.jsonl', '--review', 'c.jsonl', '--reviewer', 'carol'], 'a');
  assert.equal(decided, file('c.jsonl'));

  // One more disagreement, later.
  const later = scorer.review({ action: 'open', file: bob, keys: ['a'] }).file;
  const more = scorer.review({ action: 'decide', files: [ann, later, decided] });
  assert.equal(more.entries, 2);
  assert.ok(more.file.startsWith(decided));
  const merge = scorer.review({ action: 'merge', files: [ann, later, more.file], link: 'https://example.org/1' });
  assert.equal(merge.disagreements.length, 1);
  assert.match(merge.texts[0], /decided by carol/);
  throwsKind('argument', () => scorer.review({ action: 'merge', files: [ann, decided] }));
  throwsKind('argument', () => scorer.review({ action: 'decide', files: [ann, bob] }));
});

test('hard episodes', () => {
  const name = 'BFCL_v4_multi_turn_base_result.json';
  const moved = (call) => [["[cd(folder='garden')]", `[mkdir(dir_name='old'), ${call}(source='seeds.txt', destination='old')]`], ["[cd(folder='old')]", "[wc(file_name='seeds.txt', mode='l')]", "[tail(file_name='seeds.txt', lines=1)]"]];
  const ticket = [["[ticket_login(username='mira', password='lantern-7')]", "[create_ticket(title='Bicycle missing', description='Order 4471 never arrived', priority=2)]"], ['[close_ticket(ticket_id=1)]'], ['[get_ticket(ticket_id=1)]']];
  const episodes = join(folder, 'episodes');
  const given = Array.from({ length: 12 }, (_, i) => {
    mkdirSync(join(episodes, `model${i}`), { recursive: true });
    const path = join(episodes, `model${i}`, name);
    writeFileSync(path, [{ id: 'multi_turn_base_90000', result: moved('cp') }, { id: 'multi_turn_base_90001', result: ticket }].map((one) => `${JSON.stringify(one)}\n`).join(''));
    const { handle } = scorer.openResults({ path: `model${i}/${name}`, bytes: readFileSync(path) });
    return { name: `model${i}`, handles: [handle], settings: { decoder: 'prompting', underscore_to_dot: false, model_name: `model${i}`, today } };
  });
  const plan = scorer.review({ action: 'plan', models: given, reviewer: 'ann', seed: 3, date: today, hard: true });
  program(['--review', 'hard.jsonl', '--reviewer', 'ann', '--seed', '3', '--review-hard', episodes], '');
  // The hash of a dataset without a manifest is that of the files read so far.
  const entries = (text) => text.slice(text.indexOf('\n'));
  assert.equal(entries(plan.file), entries(file('hard.jsonl')));
  const screen = scorer.review({ action: 'open', file: plan.file, keys: [] });
  assert.match(screen.answers[0].text, /^turn 1\n/);
  assert.equal(screen.question[0].role, 'services before turn 1');
});

test('a last vote without its line end', () => {
  const { file: plan } = scorer.review({ action: 'plan', models, reviewer: 'ann', seed: 3, date: today });
  const { file: voted } = scorer.review({ action: 'open', file: plan, keys: ['w'] });
  const { file: both } = scorer.review({ action: 'open', file: voted, keys: ['a'] });
  assert.equal(scorer.review({ action: 'open', file: voted.trimEnd(), keys: ['a'] }).file, both);
  assert.equal(scorer.review({ action: 'open', file: voted.slice(0, -5), keys: [] }).file, plan);
});

test('a screen, and why a key does nothing', () => {
  const { file: plan } = scorer.review({ action: 'plan', models, reviewer: 'ann', seed: 3, date: today });
  const screen = scorer.review({ action: 'open', file: plan, keys: ['r'] });
  assert.match(screen.message, /mark response 1 first/);
  assert.equal(screen.place, 1);
  assert.ok(screen.answers.length >= 1);
  assert.ok(screen.functions.length >= 1 && screen.question.length >= 1);
  assert.deepEqual(new Set(screen.answers.flatMap((one) => Object.keys(one))), new Set(['text', 'mark']));
});

test('wrong use', () => {
  throwsKind('argument', () => scorer.review({ action: 'open', file: '{}', keys: [] }));
  throwsKind('argument', () => scorer.review({ action: 'guess' }));
  throwsKind('argument', () => scorer.review({ action: 'plan', models, reviewer: '', date: today }));
  const { file } = scorer.review({ action: 'plan', models, reviewer: 'ann', seed: 3, date: today });
  throwsKind('argument', () => scorer.review({ action: 'same', file, reviewer: 'ann', date: today }));
});
