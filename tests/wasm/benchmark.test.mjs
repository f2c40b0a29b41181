// Cases of an own benchmark while they are edited: faults, verdicts, files, and back from a benchmark and a run.
//
// Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import test from 'node:test';

import { bfclx, prompting, results, throwsKind, withResults } from './support.mjs';

const TOOL = { name: 'get_weather', parameters: { type: 'object', required: ['city'], properties: {
  city: { type: 'string' }, days: { type: 'integer' } } } };
const benchmark = { name: 'b', tools: JSON.stringify([TOOL]) };
const cells = { question: 'Weather in Paris?', expected: "get_weather(city='Paris')" };

const scorer = await bfclx.loadScorer();
const read = (more, response) => scorer.readCase({ benchmark, cells: { ...cells, ...more }, response });

test('a case, its category and the verdict of a response', () => {
  const done = read({}, "[get_weather(city='paris')]");
  assert.deepEqual(done.faults, []);
  assert.equal(done.entry.category, 'simple_python');
  assert.equal(done.verdict.valid, true);
  const failed = read({ match: 'exact' }, '{"tool_calls": [{"function": {"name": "get_weather", "arguments": "{\\"city\\": \\"paris\\"}"}}]}');
  assert.equal(failed.verdict.valid, false);
  assert.equal(failed.verdict.error_type, 'exact_match:value');
  assert.equal(read({ expected: 'none' }, 'It is warm.').entry.category, 'irrelevance');
});

test('every fault with its path, and no verdict', () => {
  const { faults, entry, verdict } = read({ question: '', tags: '[3]', expected: "get_weather(town='Paris')" }, 'x');
  assert.equal(faults.length, 3);
  assert.match(faults[0], /^question: is missing/);
  assert.match(faults[1], /^tags\[0\]: /);
  assert.match(faults[2], /town/);
  assert.equal(entry ?? verdict, null);
  assert.match(scorer.readCase({ benchmark: { tools: '[' }, cells }).faults[0], /^tools: not JSON/);
  assert.match(scorer.readCase({ benchmark: { ...benchmark, match: 'near' }, cells }).faults[0], /^match: unknown match `near`/);
});

test('the files of a benchmark, which is read as cases again', async () => {
  const more = { id: 'r', question: 'Weather in Rome?', expected: '[{"name": "get_weather", "arguments": {"city": {"any_of": ["Rome", "Roma"]}}}]', tags: 'a; b' };
  const drafted = scorer.draftCases({ benchmark, cases: [cells, more] });
  assert.deepEqual(drafted.problems, []);
  assert.deepEqual(drafted.categories, [{ name: 'simple_python', entries: 2 }]);
  assert.deepEqual(drafted.files.map(({ path }) => path), [
    'dataset.json', 'data/possible_answer/BFCL_v4_simple_python.json', 'data/BFCL_v4_simple_python.json']);
  const other = await bfclx.loadScorer();
  throwsKind('dataset', () => other.ownCases());
  other.openDataset(drafted.files.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })));
  const found = other.ownCases();
  assert.equal(found.benchmark.name, 'b');
  const again = other.draftCases({ benchmark: found.benchmark, cases: found.cases.map((one) => one.cells) });
  assert.deepEqual(again.files, drafted.files);

  const run = results('result/m/BFCL_v4_simple_python_result.json', {
    simple_python_0: "[get_weather(city='Oslo', days=2)]", simple_python_1: 'No idea.' });
  const proposed = withResults(other, run, ({ handle }) =>
    other.proposeCases({ handle, ids: ['simple_python_1', 'simple_python_0'], settings: prompting }));
  assert.deepEqual(proposed.cases.map(({ valid }) => valid), [false, false]);
  assert.deepEqual(JSON.parse(proposed.cases[0].cells.expected), [{ name: 'get_weather', arguments: { city: 'Oslo', days: 2 } }]);
  assert.equal(proposed.cases[1].cells.expected, 'none');
  assert.equal(proposed.cases[1].cells.id, 'r');
  assert.deepEqual(proposed.remarks, []);
});

const TURNS = { id: 't', tags: 'x', turns: [
  { question: 'How warm is it in Paris?', expected: "get_weather(city='Paris')", results: '[{"celsius": 20}]' },
  { question: 'Thanks!', expected: 'none' }] };

test('several turns, and the verdict of each', () => {
  const { entry, faults, verdict } = scorer.readCase({ benchmark, cells: TURNS, responses: ["[get_weather(city='Paris')]", "[get_weather(city='Rome')]"] });
  assert.deepEqual(faults, []);
  assert.equal(entry.category, 'own_turns');
  assert.equal(verdict.valid, false);
  assert.deepEqual(verdict.turns.map(({ ok }) => ok), [true, false]);
  assert.match(verdict.turns[1].failure, /^Turn 2: /);
  assert.equal(scorer.readCase({ benchmark, cells: TURNS }).verdict, null);
  const half = scorer.readCase({ benchmark, cells: TURNS, responses: ["[get_weather(city='Paris')]"] });
  assert.equal(half.verdict.valid, true);
  const faulty = { turns: [{ question: 'a', expected: 'x' }, { expected: 'none', results: '[1]' }] };
  const found = scorer.readCase({ benchmark, cells: faulty }).faults;
  assert.match(found[0], /^Turn 1, expected: /);
  assert.match(found[1], /^Turn 2, question: is missing/);
});

test('a folder that is opened and saved is the same, byte for byte', async () => {
  const texts = { ...benchmark, weights: '{"x": 2, "y": 1}', more: '{"maker": "me"}' };
  const drafted = scorer.draftCases({ benchmark: texts, cases: [TURNS, { ...cells, tags: 'y' }] });
  const others = [{ path: 'prompts.json', text: '{}' }, { path: 'data/BFCL_v4_simple_java.json', text: '{"id": "simple_java_0", "question": [[{"role": "user", "content": "a"}]], "function": [], "tags": ["x"]}\n' }];
  const other = await bfclx.loadScorer();
  other.openDataset([...drafted.files, ...others].map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })));
  const found = other.ownCases();
  assert.deepEqual(JSON.parse(found.benchmark.weights), { x: 2, y: 1 });
  assert.deepEqual(found.files.map(({ path }) => path).sort(), ['data/BFCL_v4_simple_java.json', 'prompts.json']);
  assert.equal(found.remarks.length, 1);
  assert.match(found.remarks[0], /^1 entry cannot be edited here/);
  const again = other.draftCases({ benchmark: found.benchmark, cases: found.cases.map((one) => one.cells) });
  assert.deepEqual(again.files, drafted.files);
  throwsKind('schema', () => other.draftCases({ benchmark: { ...texts, weights: '{"x": 1, "z": 1}' }, cases: [TURNS] }));
});

test('faults of cases by their index, and texts of cases or tools', () => {
  const { problems, files, lines } = scorer.draftCases({ benchmark, cases: [cells, cells, { question: 'x' }] });
  assert.deepEqual(problems.map(({ index }) => index), [1, 2]);
  assert.match(problems[0].text, /^question: the same question/);
  assert.deepEqual([files, lines], [[], '']);
  throwsKind('schema', () => scorer.draftCases({ benchmark: { tools: '5' }, cases: [cells] }));
  const found = scorer.readCases({ text: '{"question": "a", "expected": "none"}\nx\n' });
  assert.equal(found.tools, null);
  assert.deepEqual(found.cases.map(({ line, problem }) => [line, problem === null]), [[1, true], [2, false]]);
  assert.deepEqual(scorer.readCases({ text: 'question,expected\nhm,none\n' }).cases[0].cells, { question: 'hm', expected: 'none' });
  assert.deepEqual(JSON.parse(scorer.readCases({ text: JSON.stringify([TOOL]) }).tools), [TOOL]);
});

test('what validate finds in an own benchmark, the most severe first', async () => {
  const near = (question) => ({ ...cells, question });
  const drafted = scorer.draftCases({ benchmark, cases: [near('Please tell me about the weather in Paris?'), { ...near('Please tell me about the weather in Paris.'), id: 'again' }, { question: 'How warm is it?', expected: "get_weather(city='Oslo')" }] });
  assert.deepEqual(drafted.problems, []);
  const other = await bfclx.loadScorer();
  throwsKind('dataset', () => other.caseFindings());
  other.openDataset(drafted.files.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })));
  const { groups } = other.caseFindings();
  const codes = groups.map(({ code }) => code);
  assert.ok(codes.includes('near_duplicates') && codes.includes('unstated_values'), codes.join());
  const order = groups.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity));
  assert.deepEqual(order, [...order].sort());
  const [duplicate] = groups.find(({ code }) => code === 'near_duplicates').cases;
  assert.deepEqual([duplicate.id, duplicate.own_id, duplicate.other], ['simple_python_1', 'again', 'simple_python_0']);
  assert.equal(duplicate.line, 2);
  for (const { count, cases, title, effect, advice } of groups) assert.ok(count === cases.length && title && effect && advice);
});
