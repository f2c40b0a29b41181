// The module's face, call by call, over the sample: what comes back, what is refused and how. Environment: BFCLX_WASM_PACKAGE.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

import { bfclx, filesBelow, linesOf, packageFolder, prompting, results, sampleDataset, sampleFolder, textOf, throwsKind, today, withResults } from './support.mjs';

const { loadScorer, wasmUrl } = bfclx;
const shared = await loadScorer();
shared.openDataset(sampleDataset());

test('lists', () => {
  assert.deepEqual(shared.version(), {
    bfclx: JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version,
    dataset_format: 'BFCL_v4',
  });
  assert.equal(shared.decoders().length, 38);
  assert.equal(shared.simulators().length, 13);
  const categories = shared.categories();
  assert.equal(categories.length, 31);
  assert.equal(categories.filter(({ scored }) => scored).length, 21); // not live_relevance
  const needs = (name) => {
    const { needs: what, needed_for: when, keys } = categories.find((category) => category.name === name);
    return [what, when, keys.length];
  };
  assert.deepEqual(needs('simple_python'), ['nothing', null, 0]);
  assert.deepEqual(needs('rest'), ['network', 'scoring', 4]);
  assert.deepEqual(needs('web_search_base'), ['key', 'generation', 1]);
  assert.deepEqual(needs('memory_vector'), ['embeddings', 'generation', 0]);
  assert.ok(shared.models().some((model) => model.name === 'good-model'));
});

test('the dataset', async (t) => {
  await t.test('paths may have folders in front; other files are passed over', async () => {
    const scorer = await loadScorer();
    const files = sampleDataset().map(({ path, bytes }) => ({ path: `download/bfcl/${path}`, bytes }));
    const info = scorer.openDataset([...files, { path: 'notes.txt', bytes: new Uint8Array(3) }]);
    assert.equal(info.problems.length, 1);
    assert.equal(info.problems[0].file, 'notes.txt');
    assert.ok(info.categories.some(({ name }) => name === 'simple_python'));
    assert.equal(scorer.entries('simple_python').length, 5);
    scorer.closeDataset();
    assert.equal(scorer.datasetInfo().categories.length, 0);
    throwsKind('dataset', () => scorer.entries('simple_python'));
  });
  await t.test('entries', () => {
    const [first] = shared.entries('simple_python');
    assert.equal(first.id, 'simple_python_90000');
    assert.ok(first.text.length > 0 && first.functions.length === 1 && first.has_ground_truth);
    const detail = shared.entry('simple_python_90000');
    assert.equal(detail.kind, 'calls');
    assert.equal(detail.question[0][0].role, 'user');
    assert.equal(shared.entry('simple_python_999'), null);
    assert.equal(shared.entry('nonsense'), null);
    const episode = shared.entry('multi_turn_base_90000');
    assert.deepEqual(Object.keys(episode).slice(-2), ['initial_config', 'involved_classes']);
  });
  await t.test('a broken file is named with its line', async () => {
    const scorer = await loadScorer();
    const broken = new TextEncoder().encode('{"id": "simple_python_90000"}\n{"id": \n');
    scorer.openDataset([
      { path: 'data/BFCL_v4_simple_python.json', bytes: broken },
      { path: 'data/possible_answer/BFCL_v4_simple_python.json', bytes: broken },
    ]);
    assert.throws(
      () => scorer.entries('simple_python'),
      (error) => error.kind === 'dataset' && error.line === 1 && error.file === 'data/BFCL_v4_simple_python.json',
    );
  });
  await t.test('a missing file is named, the line of none', async () => {
    const scorer = await loadScorer();
    scorer.openDataset([]);
    assert.throws(
      () => scorer.entries('simple_python'),
      (error) =>
        error.kind === 'dataset' &&
        error.file === 'data/BFCL_v4_simple_python.json' &&
        !('line' in error) &&
        !('id' in error),
    );
  });
  await t.test('files that a category needs', () => {
    const files = shared.filesNeeded('multi_turn_long_context');
    assert.ok(files.includes('long_context.json'));
    assert.ok(files.includes('data/BFCL_v4_multi_turn_long_context.json'));
  });
  await t.test('ground truth that cannot pass', () => {
    assert.deepEqual(shared.groundTruthFailures('irrelevance'), []);
    for (const failure of shared.groundTruthFailures('simple_python')) {
      assert.match(failure.outcome, /^(impossible|trap|text)$/);
    }
  });
});

test('answers that mean the same', () => {
  const bytes = (...lines) => new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
  const [a, b, c, episode, none] = shared.answers(
    bytes(
      '{"decoded": [{"m.f": {"a": "New York", "b": 2}}]}',
      '{"decoded": [{"m_f": {"b": 2.0, "a": "new-york"}}]}',
      '{"decoded": [{"m_f": {"b": Infinity, "a": "new-york"}}]}',
      '{"id": "multi_turn_base_0", "decoded": [[{"calls": ["mv(b=2,a=1)"]}, {"empty": true}], [{"decode_error": "e"}]]}',
      'no line',
    ),
  );
  assert.match(a.meaning, /^[0-9a-f]+$/);
  assert.equal(a.meaning, b.meaning);
  assert.notEqual(a.meaning, c.meaning);
  assert.equal(a.text, "m.f(a='New York', b=2)");
  assert.equal(c.text, "m_f(b=inf, a='new-york')");
  assert.equal(episode.text, '1: mv(a=1, b=2)\n2: (no call)');
  assert.deepEqual(none, { meaning: '', text: '' });
  assert.deepEqual(shared.answers(bytes()), []);
});

test('results of the sample', async (t) => {
  for (const model of ['good-model', 'bad-model']) {
    await t.test(model, () => {
      const files = filesBelow(join(sampleFolder, 'results', model));
      const infos = files.map((file) => shared.openResults(file));
      const handles = infos.map((info) => info.handle);
      const settings = { ...shared.proposeSettings(handles, { model }), model_name: model, today };
      assert.equal(settings.registry_entry, model === 'good-model' ? model : null);
      for (const info of infos) {
        const { rows, lines } = shared.score(info.handle, settings);
        assert.equal(rows.length, info.entries);
        assert.deepEqual(linesOf(lines).map(({ id, valid }) => [id, valid]), rows.map(({ id, valid }) => [id, valid]));
        sayWhy(rows, linesOf(lines));
        const answers = shared.answers(lines);
        assert.equal(answers.length, rows.length);
        answers.forEach(({ meaning, text }) => assert.equal(meaning === '', text === ''));
        const parts = [shared.score(info.handle, settings, 0, 1), shared.score(info.handle, settings, 1)];
        assert.equal(parts.map((part) => textOf(part.lines)).join(''), textOf(lines));
        const right = rows.filter((row) => row.valid && !row.superseded).length;
        assert.equal(shared.summary(info.handle).reduce((sum, category) => sum + category.right, 0), right);
        assert.deepEqual(shared.scoreCounts(info.handle, settings), shared.summary(info.handle));
        assert.equal(shared.scoreCounts(info.handle, settings).reduce((sum, category) => sum + category.right, 0), right);
        for (const row of rows) explainsItself(info.handle, row, settings);
      }
      const report = JSON.parse(textOf(shared.report({ place: 'sample', models: [{ name: model, handles, settings }] })));
      assert.equal(report.models[0].files.length, files.length);
      handles.forEach((handle) => shared.closeResults(handle));
    });
  }

  /** Rows that failed have the short reason of their line, rows without a verdict say why there is none. */
  function sayWhy(rows, lines) {
    rows.forEach((row, i) => {
      const { why } = lines[i];
      assert.equal(row.reason?.text, row.valid === false ? why.short : undefined, row.id);
      assert.equal(typeof row.unscored, row.valid === null ? 'string' : 'undefined', row.id);
      if (row.valid !== false) return;
      assert.equal(row.reason.rule, why.rule);
      assert.deepEqual(Object.keys(row.reason), ['rule', 'path', 'expected', 'found', 'text']);
      assert.ok(row.reason.text && row.reason.text !== why.text, row.id);
    });
  }

  function explainsItself(handle, row, settings) {
    const explanation = shared.explain(handle, row.id, settings);
    if (!row.superseded) assert.equal(explanation.valid, row.valid, row.id);
    if (explanation.type !== 'episode' || explanation.valid === null) return;
    explanation.turns.forEach((turn) => {
      turn.steps.forEach((step, index) => {
        const states = shared.episodeStates(handle, row.id, settings, turn.index, index);
        if (turn.ran && index === turn.steps.length - 1) assert.deepEqual(states.differences, turn.differences);
      });
    });
  }
});

test('an episode that goes wrong says where', () => {
  const path = 'multi_turn/BFCL_v4_multi_turn_base_result.json';
  const [file] = filesBelow(join(sampleFolder, 'results/bad-model'), (name) => name === path);
  withResults(shared, file, ({ handle }) => {
    const settings = { ...shared.proposeSettings([handle]), model_name: 'bad-model', today };
    const episode = shared.explain(handle, 'multi_turn_base_90000', settings);
    assert.equal(episode.type, 'episode');
    assert.equal(episode.valid, false);
    assert.equal(episode.turns[episode.failed_turn].ok, false);
    // The file was copied: the model's file system still has it where it was.
    const [difference] = episode.turns[episode.failed_turn].differences;
    assert.equal(difference.class, 'GorillaFileSystem');
    assert.equal(difference.path.at(-1), 'seeds.txt');
    assert.ok('model' in difference && !('ground_truth' in difference));
  });
});

test('one response by hand', () => {
  const id = 'simple_python_90000';
  const right = shared.entry(id).ground_truth[0];
  const [name] = Object.keys(right);
  const given = Object.entries(right[name]).filter(([, values]) => values[0] !== '');
  const text = `[${name}(${given.map(([key, values]) => `${key}=${JSON.stringify(values[0])}`).join(', ')})]`;
  assert.equal(shared.scoreOne(id, text, prompting).valid, true);
  const wrong = shared.scoreOne(id, `[${name}()]`, prompting);
  assert.equal(wrong.valid, false);
  assert.equal(wrong.calls[0].name, name);
  assert.ok(wrong.why.text.length > 0 && wrong.why.explanation.length > 0);
  const fc = { ...prompting, decoder: 'openai_fc' };
  const json = JSON.stringify([{ [name]: JSON.stringify(Object.fromEntries(given.map(([key, values]) => [key, values[0]]))) }]);
  assert.equal(shared.scoreOne(id, json, fc).valid, true);
  const values = Object.fromEntries(given.map(([key, values]) => [key, values[0]]));
  const gemini = JSON.stringify([{ [name]: values }]);
  assert.equal(shared.scoreOne(id, gemini, { ...prompting, decoder: 'gemini_fc' }).valid, true);
});

test('an older id is told with the one of its entry', () => {
  const lines = '{"id": "simple_90000", "result": "[]"}\n{"id": "simple_python_90001", "result": "[]"}\n{"id": "simple_python_77", "result": "[]"}\n';
  const file = { path: 'BFCL_v4_simple_python_result.json', bytes: new TextEncoder().encode(lines) };
  withResults(shared, file, ({ handle }) => {
    const { rows } = shared.score(handle, prompting);
    assert.deepEqual(
      rows.map(({ id, entry, valid }) => [id, entry, valid]),
      [['simple_90000', 'simple_python_90000', false], ['simple_python_90001', undefined, false], ['simple_python_77', undefined, null]],
    );
  });
});

test('texts cross the border as they are', () => {
  for (const text of ['\ud800', 'a\udfffb', '\u0000', '<b>&amp;</b>', '\u{1f600}', 'é'.repeat(1000)]) {
    assert.equal(shared.scoreOne('simple_python_90000', text, prompting).raw, text);
  }
});

test('the playground', async (t) => {
  await t.test('an entry', () => {
    const { handle, state, methods } = shared.openPlayground({ entry: 'multi_turn_base_90000', today });
    assert.ok(methods.length > 10 && methods.some((method) => method.name === 'mkdir'));
    const { result, state: after } = shared.call(handle, "mkdir(dir_name='new')");
    assert.equal(result, 'None');
    assert.notDeepEqual(after, state);
    assert.match(shared.call(handle, 'mkdir(').result, /^Error during execution: /);
    assert.deepEqual(shared.reset(handle).state, state);
    shared.closePlayground(handle);
    throwsKind('handle', () => shared.call(handle, 'ls()'));
  });
  await t.test('classes', () => {
    const { handle, methods } = shared.openPlayground({ classes: ['MathAPI'], today });
    const add = methods.find((method) => method.name === 'add');
    assert.deepEqual(add.parameters.map(({ name, required }) => [name, required]), [['a', true], ['b', true]]);
    assert.equal(shared.call(handle, 'add(a=1, b=2)').result, '{"result": 3.0}'.replace('3.0', '3'));
    shared.closePlayground(handle);
  });
  await t.test('memories, executable functions and web search', () => {
    const names = shared.simulators();
    assert.deepEqual(names.slice(8), ['MemoryAPI_kv', 'MemoryAPI_vector', 'MemoryAPI_rec_sum', 'WebSearchAPI', 'ExecutableFunctions']);
    for (const name of names) {
      const { handle, methods } = shared.openPlayground({ classes: [name], today });
      assert.ok(methods.length > 1 && methods.every((method) => method.class === name), name);
      shared.closePlayground(handle);
    }
    const one = (cassette, text, name) => {
      const { handle } = shared.openPlayground({ classes: [name], cassette, today });
      const { result } = shared.call(handle, text);
      shared.closePlayground(handle);
      return result;
    };
    const functions = 'ExecutableFunctions';
    assert.equal(one(undefined, 'math_factorial(n=30)', functions), '265252859812191058636308480000000');
    assert.equal(one(undefined, 'calculate_density(mass=1, volume=0)', functions), 'Error during execution: division by zero');
    assert.equal(one(undefined, 'get_weather_data(coordinates=[47.4, 9.6])', functions), '61.3', 'of the dataset');
    const line = (request, response) => `${JSON.stringify({ request: { method: 'GET', ...request }, response })}\n`;
    const page = line({ kind: 'page', url: 'https://tea.example/' }, { status: 200, body: '<p>tea &amp; x', headers: [['content-type', 'text/html']] });
    assert.equal(one(page, "fetch_url_content('https://tea.example/', 'truncate')", 'WebSearchAPI'), '{"content": "tea & x"}');
    assert.match(one(page, 'get_weather_data(coordinates=[47.4, 9.6])', functions), /^The recording has no response to /);
    throwsKind('argument', () => one(page + '{"request"', 'math_gcd(a=1, b=2)', functions));
    const added = one(undefined, "core_memory_add(key='a', value='b')", 'MemoryAPI_kv');
    assert.match(added, /"status": "Key/);
  });
  await t.test('refused', () => {
    throwsKind('unknown', () => shared.openPlayground({ classes: ['MathsAPI'], today }));
    throwsKind('unknown', () => shared.openPlayground({ entry: 'simple_python_90000', today }));
    throwsKind('argument', () => shared.openPlayground({ classes: 'MathAPI', today }));
    throwsKind('argument', () => shared.openPlayground({ today: 'yesterday' }));
    throwsKind('argument', () => shared.openPlayground(undefined));
    throwsKind('scenario', () => shared.openPlayground({ classes: ['TradingBot'], initial_config: { TradingBot: 3 }, today }));
    throwsKind('dataset', () => shared.openPlayground({ classes: ['TradingBot'], long_context: true, today }));
  });
});

test('wrong use is refused with its kind', () => {
  const file = results('BFCL_v4_simple_python_result.json', { simple_python_90000: '[f()]' });
  const cases = [
    ['argument', () => shared.openResults({ path: 'a', bytes: 'text' })],
    ['argument', () => shared.openDataset('text')],
    ['argument', () => shared.openDataset([{}])],
    ['argument', () => shared.proposeSettings([])],
    ['argument', () => shared.report({ place: 'x' })],
    ['handle', () => shared.score(987654, prompting)],
    ['handle', () => shared.proposeSettings([987654])],
    ['handle', () => shared.summary(987654)],
    ['unknown', () => shared.entries('simple_pithon')],
    ['unknown', () => shared.filesNeeded('')],
    ['unknown', () => shared.scoreOne('nonsense', 'x', prompting)],
    ['unknown', () => shared.scoreOne('simple_python_999', 'x', prompting)],
    ['unknown', () => shared.scoreOne('simple_python_90000', 'x', { ...prompting, decoder: 'prompt' })],
    ['argument', () => shared.scoreOne('simple_python_90000', 3, prompting)],
    ['argument', () => shared.scoreOne('simple_python_90000', 'x', {})],
  ];
  for (const [kind, run] of cases) throwsKind(kind, run);
  withResults(shared, file, ({ handle }) => {
    throwsKind('unknown', () => shared.explain(handle, 'simple_python_7', prompting));
    throwsKind('argument', () => shared.score(handle, prompting, -1));
    for (const wrong of ['2026-02-29', '2026-13-01', '26-1-1', '', '2026-11-21x']) {
      throwsKind('argument', () => shared.score(handle, { ...prompting, today: wrong }));
    }
  });
  assert.equal(shared.simulators().length, 13, 'refusals leave the module running');
});

test('loading', async (t) => {
  await t.test('from bytes and from a compiled module', async () => {
    const bytes = readFileSync(wasmUrl());
    assert.equal((await loadScorer({ wasm: bytes })).decoders().length, 38);
    const module = await WebAssembly.compile(bytes);
    const pair = await Promise.all([loadScorer({ wasm: module }), loadScorer({ wasm: module })]);
    pair[0].openDataset(sampleDataset());
    assert.equal(pair[1].datasetInfo().categories.length, 0, 'instances share nothing');
  });
  await t.test('what is no module is refused', async () => {
    await assert.rejects(loadScorer({ wasm: new Uint8Array([1, 2, 3]) }), { name: 'ScorerError', kind: 'module' });
    const other = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    await assert.rejects(loadScorer({ wasm: other }), { name: 'ScorerError', kind: 'module' });
  });
});

test('recognise: whatever a person has in hand', () => {
  const bytes = (value) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
  const call = (name, given = '{"celsius": 240}') => ({ choices: [{ message: { role: 'assistant', tool_calls: [{ function: { name, arguments: given } }] } }] });
  const one = shared.recognise(bytes(call('observatory_point_telescope', '{"declination": 240}')));
  assert.deepEqual([one.responses, one.named, one.nameless_count], [1, 1, 1]);
  assert.deepEqual(one.nameless[0], {
    line: 1, form: 'openai_chat', text: '{"result": [{"observatory_point_telescope": "{\\"declination\\": 240}"}]}',
    id: 'simple_python_90002', functions: ['observatory_point_telescope'],
    entries: ['simple_python_90002'], entries_count: 1,
    candidates: one.nameless[0].candidates,
  });
  assert.equal(one.nameless[0].candidates.length, 1);
  assert.deepEqual(one.forms, ['an OpenAI chat response, read as calls (FC, decoder openai_fc)']);
  assert.equal(one.problems.find(({ recognised }) => recognised).message, `recognised: ${one.forms[0]}`);
  const { question, ...candidate } = one.nameless[0].candidates[0];
  assert.deepEqual(candidate, { id: 'simple_python_90002', category: 'simple_python', arguments_fit: true });
  assert.match(question, /^Point the telescope at the Andromeda galaxy/);
  assert.equal(textOf(one.lines), '{"id": "simple_python_90002", "result": [{"observatory_point_telescope": "{\\"declination\\": 240}"}]}\n');
  const several = shared.recognise(bytes(call('oven_preheat')));
  assert.deepEqual([several.named, several.nameless[0].id, several.nameless[0].entries_count], [0, '', 3]);
  assert.match(several.problems.find(({ fatal }) => fatal).message, /3 entries have the function `oven_preheat` .*; pick its entry below$/);
  assert.equal(shared.recognise(bytes(call('oven_preheat')), { match: false }).nameless[0].entries_count, 0);
  const prose = shared.recognise(bytes('No.'), { asEntry: 'simple_python_90001' });
  assert.equal(textOf(prose.lines), '{"id": "simple_python_90001", "result": "No."}\n');
  const told = shared.recognise(bytes('\n\n{"id": "simple_python_90001", "output": "f()"}'));
  assert.equal(textOf(told.lines), '\n\n{"id": "simple_python_90001", "result": "f()"}\n');
  assert.equal(told.nameless_count, 0);
  // Three on one line: each has its own text, with numbers as the response writes them.
  const texts = ['[oven.preheat(celsius=1.0)]', '[oven.preheat(celsius=2)]', 'No.'].map((result) => ({ result }));
  const far = shared.recognise(bytes(`${JSON.stringify(call('nothing'))}\n${JSON.stringify(call('oven_preheat'))}\n`.repeat(26)));
  const advice = far.problems.filter(({ fatal }) => fatal).map(({ message }) => message.split('; ').at(-1));
  const below = 'pick its entry below';
  const alone = 'to choose its entry, paste only this response';
  assert.deepEqual(advice, [...Array(25).fill([alone, below]), [alone, alone]].flat());
  const line = shared.recognise(bytes([...texts, call('oven_preheat', '{"celsius": 2.0}')]));
  assert.deepEqual(line.nameless.map((response) => [response.line, JSON.parse(response.text)]), [
    ...texts.map((text) => [1, text]),
    [1, { result: [{ oven_preheat: '{"celsius": 2.0}' }] }],
  ]);
  for (const { text } of line.nameless) {
    const again = shared.recognise(bytes(text), { asEntry: 'simple_python_90001' });
    assert.equal(textOf(again.lines), text.replace('{', '{"id": "simple_python_90001", ') + '\n');
  }
  for (const hostile of ['['.repeat(100_000), '\0', '{"choices":'.repeat(2000), '']) {
    assert.equal(shared.recognise(bytes(hostile)).responses, 0);
  }
  throwsKind('argument', () => shared.recognise('text'));
});

test('scoreOne takes any form', () => {
  const call = (celsius) => ({ name: 'oven.preheat', arguments: { celsius } });
  const settings = { ...prompting, decoder: 'openai_fc' };
  for (const [response, valid] of [[[call(240)], true], [{ role: 'assistant', tool_calls: [{ function: call(240) }] }, true], [[call(200)], false]]) {
    assert.equal(shared.scoreOne('simple_python_90001', JSON.stringify(response), settings).valid, valid);
  }
});
