// A first visit: what a page asks of the module until it shows verdicts of single-turn categories in Python. What runs
// here is in the primary part; a call of anything else loads the deferred part.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const encode = (value) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const today = '2026-11-21';

/** JSON as Python writes it, with escapes for all that is not ASCII. */
const pythonJson = (value) =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** All files below a folder as {path, bytes}, their paths relative to it. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.]jsonl?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
    .map((path) => ({ path: relative(folder, path).split(sep).join('/'), bytes: readFileSync(path) }));
}

/** Categories of single responses with calls in Python, and those where no call is right. */
const isFirst = ({ name, language, kind }) =>
  language === 'python' && ['calls', 'relevance', 'irrelevance'].includes(kind) && name !== 'format_sensitivity';

const ID = 'simple_python_90002';
const point = (more) => `[observatory.point_telescope(right_ascension=0.712, declination=41.27${more})]`;
const RIGHT = point(', exposure_seconds=120');

/** Responses as models write them; the entry is a call with floats and an integer. */
const TEXTS = [
  RIGHT,
  point(', exposure_seconds="120"'),
  point(', exposure_seconds=120.5'),
  point(', exposure_seconds=-120'),
  point(', exposure_seconds=None'),
  point(', exposure_seconds=[1, 2.5, "a"]'),
  point(", exposure_seconds={'a': True, \"b\": (1, 2)}"),
  point(''),
  point(', extra=1'),
  RIGHT.replace('[', '').replace(']', ''),
  `${RIGHT}\n`,
  `\`\`\`python\n${RIGHT}\n\`\`\``,
  `\`\`\`\n${RIGHT}\n\`\`\``,
  `Here are the calls: ${RIGHT}`,
  RIGHT.replace(')]', '), oven.preheat(celsius=240)]'),
  RIGHT.replace('observatory.', ''),
  '[oven.preheat(celsius=240)]',
  '[point_telescope(0.712, 41.27)]',
  '[]',
  '',
  'I cannot do that: no function fits.',
  'Möchten Sie «das» wirklich? 🙂',
  'Größe und Länge 🙂 '.repeat(100),
  point(`, exposure_seconds="${'ä lang '.repeat(100)}"`),
  '[f(a="it\\\'s \\u00e9\\n", b=\'x\')]',
  '[f(a=1',
  '[f(a=)]',
  '{"name": "f", "arguments": {"a": 1}}',
];

/** Responses with native tool calls. */
const CALLS = [
  [{ 'observatory.point_telescope': '{"right_ascension": 0.712, "declination": 41.27, "exposure_seconds": 120}' }],
  [{ observatory_point_telescope: '{"right_ascension": 0.712, "declination": 41, "exposure_seconds": "long"}' }],
  [{ observatory_point_telescope: { right_ascension: 0.712, declination: 41.27, exposure_seconds: [1, true, null] } }],
  [{ observatory_point_telescope: '{"right_ascension": ' }],
  [],
  'No call.',
];

const message = (name, given) => ({ role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name, arguments: given } }] });

/** Things that people paste, whatever they have in hand. */
const PASTED = [
  RIGHT,
  'No call.',
  '[oven.preheat(celsius=240)]',
  JSON.stringify({ id: ID, result: RIGHT }),
  JSON.stringify([{ id: ID, result: RIGHT }, { id: 'simple_python_90001', result: '[oven.preheat(celsius=240)]' }]),
  JSON.stringify({ id: ID, result: [{ f: '{"a": 1}' }] }),
  JSON.stringify({ id: 'simple_90002', result: RIGHT }),
  JSON.stringify({ id: 'simple_python_77', result: RIGHT }),
  JSON.stringify({ choices: [{ message: message('observatory_point_telescope', '{"declination": 41.27}') }] }),
  JSON.stringify([message('oven_preheat', '{"celsius": 240}')]),
  JSON.stringify([{ name: 'oven.preheat', arguments: { celsius: 240 } }]),
];

/** As the official dataset has it. */
const MANIFEST = {
  path: 'manifest.json',
  bytes: encode({
    version: 'sample 1',
    source: 'sample',
    commit: '0',
    hash: `sha256:${'0'.repeat(64)}`,
    files: { 'data/BFCL_v4_simple_python.json': '0'.repeat(64), 'data/BFCL_v4_multiple.json': '1'.repeat(64) },
  }),
};

const HANDLERS = ['OpenAICompletionsHandler', 'ClaudeHandler', 'GeminiHandler', 'GorillaHandler', 'QwenHandler', 'QwenFCHandler'];

/** A registry as large as the official one. */
const MODELS = {
  path: 'models.json',
  bytes: encode({
    models: Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => {
        const name = `maker/model-${(i * 37) % 100}${i % 2 ? '-FC' : ''}`;
        const handler = HANDLERS[i % HANDLERS.length];
        const prices = { input_price: i % 3 ? i / 10 : null, output_price: i % 3 ? i : null };
        const decoders = { handler, decode_ast_defined_in: handler, decode_execute_defined_in: handler };
        const facts = { model_name: name, display_name: `Model ${i}`, url: 'https://example.com', org: 'Maker', license: 'MIT' };
        return [name, { ...facts, ...prices, is_fc_model: i % 2 === 1, underscore_to_dot: i % 2 === 1, ...decoders }];
      }),
    ),
  }),
};

/** An entry with arguments of all kinds, and responses to it. */
const SHAPES = 'simple_python_95000';
const KINDS = { items: 'array', options: 'dict', tags: 'array', ok: 'boolean', ratio: 'float', name: 'string', pair: 'tuple', rest: 'any' };
const ITEMS = { items: { type: 'dict', properties: { a: { type: 'integer', description: '' } } }, tags: { type: 'string' } };
const properties = Object.entries(KINDS).map(([name, type]) => [name, { type, description: name, ...(ITEMS[name] && { items: ITEMS[name] }) }]);
const QUESTION = {
  id: SHAPES,
  question: [[{ role: 'user', content: 'Größe Ä?' }]],
  function: [{ name: 'shapes.draw', description: '', parameters: { type: 'dict', properties: Object.fromEntries(properties), required: ['items', 'options'] } }],
};
const TRUTH = {
  id: SHAPES,
  ground_truth: [{ 'shapes.draw': {
    items: [[{ a: [1], b: ['x'] }, { a: [2], b: ['y', ''] }]], options: [{ k: ['v', 'ÄÖ'], n: [1, ''] }], tags: [['a', 'b'], ['Ä']],
    ok: [true, ''], ratio: [0.5, ''], name: ['Größe', 'x', ''], pair: [[1, 2], ''], rest: ['a', 3, ''],
  } }],
};
const drawn = (items, options, more = '') => `[shapes.draw(items=${items}, options=${options}${more})]`;
const ALL_ITEMS = "[{'a': 1, 'b': 'x'}, {'a': 2, 'b': 'y'}]";
const DRAWN = [
  drawn(ALL_ITEMS, "{'k': 'v'}", ", tags=['a', 'b']"),
  drawn(ALL_ITEMS, "{'k': 'äö', 'n': 1}", ", tags=['ä'], ok=True, ratio=1, name='GRÖSSE', pair=(1, 2), rest=3"),
  drawn("[{'a': 1, 'b': 'z'}]", "{'k': 'w'}", ", tags=['c']"),
  drawn("[{'a': 1, 'c': 'x'}, {'a': 2, 'b': 'y'}]", "{'l': 'v'}", ', tags="a"'),
  drawn(ALL_ITEMS.replace("'x'", '3'), "{'k': 'v', 'n': 'm'}", ", tags=['a', 'b'], ok='yes', ratio='half', name=3, pair=[1, 3], rest=None"),
  drawn(ALL_ITEMS, "{'k': 'v'}", ", tags=['a' 'b'], ratio=-0.5 + 1, name='a' * 2, pair=(1,), rest=len('abc')"),
  drawn(ALL_ITEMS, "{'k': 'v'}", ', tags=[tag for tag in x], name=name, rest=f(1)'),
  `[shapes.draw(\n    items=${ALL_ITEMS},  # all\n    options={'k': 'v'},\n    tags=['a', \\\n 'b'],\n)]`,
  "[shapes.draw(items={'a': 1, options={'k'})]",
  "[shapes.draw(items=[{'a' 1}], options={})]",
  '[shapes.draw(items=[1, 2), options={}]',
  '[shapes.draw(items="a, options={})]',
  '[shapes.draw(items=1 options=2)]',
  drawn("'ab'", "{'k': 'v'}", ", tags=('a', 'b'), pair='äb'"),
  drawn("({'a': 1},)", "['k']", ", tags=['a', ['b']], pair={'a': 1}"),
  drawn(ALL_ITEMS, "{'k': 'v'}", ', tags=xs[0], pair=(1, 2) if a else b'),
  '  shapes.draw(items=[], options={})\nshapes.draw(items=[], options={})',
];

const COPIES = 40;
const renamed = (id, copy, i) => id.replace(/\d+(?=-|$)/, String(copy * 50 + i));

/** A file of the dataset with each line as often as COPIES, under other ids: as many entries as the official files have. */
function enlarged({ path, bytes }) {
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\n').map((line) => JSON.parse(line));
  const copies = Array.from({ length: COPIES }, (_, copy) => lines.map((line, i) => ({ ...line, id: renamed(line.id, copy, i), note: '„é" \u2028🙂' })));
  return { path, bytes: encode(copies.flat().map((line) => `${pythonJson(line)}\n`).join('')) };
}

/** A result file of such a dataset, with all kinds of responses. */
function manyResponses(scorer, category) {
  const responses = [...TEXTS, ...CALLS];
  const lines = scorer.entries(category).map(({ id }, i) => {
    const result = i % 2 ? responses[i % responses.length] : `[${[scorer.entry(id).ground_truth ?? []].flat().map(rightCall).join(', ')}]`;
    return `${pythonJson({ id, result, input_token_count: i, output_token_count: i, latency: i / 7 })}\n`;
  });
  return { path: `result/large/BFCL_v4_${category}_result.json`, bytes: encode(lines.join('')) };
}

/** A call that passes, as Python writes it. */
function rightCall(call) {
  const [[name, given]] = Object.entries(call);
  const text = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value));
  const args = Object.entries(given).filter(([, values]) => values[0] !== '');
  return `${name}(${args.map(([key, values]) => `${key}=${text(values[0])}`).join(', ')})`;
}

/** How files are named that people bring. */
const NAMES = ['pasted.jsonl', 'pasted/pasted.jsonl', 'results.json', 'BFCL_v4_simple_python_result.json', 'm/BFCL_v3_simple_result.json', 'runs.zip/result/a_b/BFCL_v4_simple_python_result.json'];

function describe(scorer) {
  scorer.version();
  scorer.decoders();
  scorer.models();
  scorer.leaderboards();
  return scorer.categories({ own: true }).filter(isFirst).map(({ name }) => name);
}

/** As the page does: without a search first. */
function recognise(scorer, text) {
  const found = scorer.recognise(encode(text), { match: false });
  return found.nameless_count > 0 ? scorer.recognise(encode(text)) : found;
}

function scoreFiles(scorer, files, model, decoder) {
  const infos = files.map((file) => scorer.openResults(file));
  const handles = infos.map(({ handle }) => handle);
  scorer.groupFiles(infos.map(({ path }) => path));
  scorer.runNames([{ path: infos[0].path, model }, { path: infos[0].path, model }]);
  scorer.secondResponses(handles);
  const settings = { ...scorer.proposeSettings(handles, { model, ...(decoder && { decoder }) }), model_name: model, today };
  for (const { handle } of infos) {
    const { rows } = scorer.score(handle, settings);
    scorer.summary(handle);
    scorer.scoreCounts(handle, settings);
    for (const { id } of rows) {
      scorer.explain(handle, id, settings);
      scorer.entry(id);
    }
  }
  scorer.missingEntries({ handles, settings });
  const runs = [{ name: model, entries: Object.fromEntries(infos.flatMap(({ handle, categories }) => judged(scorer, handle, categories, settings))) }];
  for (const leaderboard of ['v4', 'v3', 'v2', 'v1']) {
    scorer.overallScores({ runs, leaderboard });
    scorer.overallScores({ runs, leaderboard, basis: 'missing_as_0' });
  }
  handles.forEach((handle) => scorer.closeResults(handle));
}

function judged(scorer, handle, categories, settings) {
  const { rows } = scorer.score(handle, settings);
  return categories.map(({ name }) => {
    const own = rows.filter(({ valid, superseded }) => valid !== null && !superseded);
    const types = own.map(({ error_type: type }) => type);
    // As the page sends it: most responses are one of many.
    return [name, { ids: own.map(({ id }) => id), right: own.map(({ valid }) => Number(valid)).join(''), error_types: types, missing: 399 }];
  });
}

const fileOf = (responses, only) => ({
  path: 'result/m/non_live/BFCL_v4_simple_python_result.json',
  bytes: encode(responses.map((result, i) => `${JSON.stringify({ id: only ?? (i % 2 ? 'simple_python_90001' : ID), result })}\n`).join('')),
});

/** Runs all of it; `sample`: the folder of the sample. */
export function firstVisit(scorer, sample) {
  const files = filesBelow(sample);
  scorer.openDataset([...files.filter(({ path }) => !path.startsWith('results/')), MANIFEST]);
  const names = describe(scorer);
  for (const name of names) {
    scorer.filesNeeded(name);
    if (!scorer.datasetInfo().categories.some((one) => one.name === name)) continue;
    for (const { id } of scorer.entries(name)) scorer.entry(id);
  }
  for (const text of PASTED) {
    const { lines } = recognise(scorer, text);
    if (lines.length > 0) scoreFiles(scorer, [{ path: 'pasted.jsonl', bytes: lines }], 'pasted');
  }
  for (const model of ['good-model', 'bad-model']) {
    const own = files.filter(({ path }) => path.startsWith(`results/${model}/`));
    const first = own.filter(({ path }) => names.includes(/BFCL_v4_(.*)_result/.exec(path)[1]));
    for (const { bytes } of first) recognise(scorer, new TextDecoder().decode(bytes));
    for (const path of NAMES) scoreFiles(scorer, [{ path, bytes: first.at(-1).bytes }], 'pasted');
    scorer.groupFiles(NAMES);
    scorer.runNames(NAMES.map((path) => ({ path, model: 'pasted' })));
    scoreFiles(scorer, first, model);
  }
  for (const text of TEXTS) scoreFiles(scorer, [fileOf([text, text])], 'm');
  for (const calls of CALLS) scoreFiles(scorer, [fileOf([calls, calls])], 'm-FC');
  for (const decoder of ['prompting', 'openai_fc']) scoreFiles(scorer, [fileOf([...TEXTS, ...CALLS])], 'm', decoder);
  for (const text of TEXTS) scorer.scoreOne(ID, text, { decoder: 'prompting', underscore_to_dot: false, model_name: 'm', today });
  scorer.closeDataset();
  const isOf = (path, name) => path === `data/BFCL_v4_${name}.json` || path === `data/possible_answer/BFCL_v4_${name}.json`;
  const first = files.filter(({ path }) => names.some((name) => isOf(path, name)));
  scorer.openDataset([QUESTION, TRUTH].map((line, i) => ({ path: `data/${i ? 'possible_answer/' : ''}BFCL_v4_simple_python.json`, bytes: encode(line) })));
  for (const text of DRAWN) scoreFiles(scorer, [fileOf([text], SHAPES)], 'm');
  scoreFiles(scorer, [fileOf(DRAWN, SHAPES)], 'm');
  scorer.openDataset([...first.map(enlarged), MODELS, MANIFEST]);
  const there = names.filter((name) => first.some(({ path }) => path === `data/BFCL_v4_${name}.json`));
  const large = there.map((name) => manyResponses(scorer, name));
  for (const { bytes } of large) recognise(scorer, new TextDecoder().decode(bytes));
  scoreFiles(scorer, large, 'large');
  scorer.models();
  scorer.closeDataset();
}
