import { describe, expect, it } from 'vitest';
import { calledFunctions, questionText, responseTexts } from '../src/lib/response-texts.ts';
import { filterRows } from '../src/lib/rows.ts';
import { searchTerms } from '../src/lib/search-terms.ts';

describe('searchTerms', () => {
  it.each([
    ['', []],
    ['Oven  240', ['oven', '240']],
    ['"at 240"', ['at 240']],
    ['"at 24', ['at 24']],
    ['fn:preheat', ['fn=preheat']],
    ['FN:Pre err:"value error"', ['fn=pre', 'err=value error']],
    ['cat:live id:_55', ['cat=live', 'id=_55']],
    ['fn: oven', ['oven']],
    ['fn:""', []],
    ['http://x/y', ['http://x/y']],
    ['city:whitby', ['city:whitby']],
    ['"id": 4', ['id', ':', '4']],
    ["harbour='Whitby'", ["harbour='whitby'"]],
    ['.*( [', ['.*(', '[']],
  ])('%s', (text, expected) =>
    expect(
      searchTerms(text).map((term) => (term.field ? `${term.field}=${term.text}` : term.text)),
    ).toEqual(expected),
  );

  it('takes a prefix that the list has no field for as text', () =>
    expect(searchTerms('err:value', ['fn', 'id'])).toEqual([{ field: null, text: 'err:value' }]));
});

const row = (id: string, more = {}) => ({
  id,
  category: 'simple_python',
  valid: false,
  error_type: 'value_error:string',
  reason: "mode: 'low' ≠ 'high'",
  line: 1,
  superseded: false,
  ...more,
});
const ROWS = [row('simple_python_5'), row('live_simple_50', { category: 'live_simple' })];
const TEXTS = new Map([
  [ROWS[0], { question: 'heat the oven', functions: 'oven.preheat', response: 'celsius 240' }],
]);
const found = (q: string) =>
  filterRows(
    ROWS as never[],
    { q },
    () => '',
    (one) => TEXTS.get(one),
  ).map(({ id }: { id: string }) => id);

describe('filterRows', () => {
  it.each([
    ['', 2],
    ['heat 240', 1],
    ['"heat the"', 1],
    ['fn:preheat', 1],
    ['fn:heat', 1],
    ['fn:celsius', 0],
    ['err:string', 2],
    ['err:low', 0],
    ['cat:live', 1],
    ['id:python_5', 1],
    ['id:_5', 2],
    ['low oven', 1],
    ['live_simple', 1],
  ])('%s', (q, number) => expect(found(q)).toHaveLength(number));

  it('is quick over 5,000 entries with long responses', () => {
    const many = Array.from({ length: 5000 }, (_, i) => row(`simple_python_${i}`));
    const texts = new Map(
      many.map((one, i) => [
        one,
        { question: 'q '.repeat(100), functions: 'f', response: `${'word '.repeat(400)}end${i}` },
      ]),
    );
    const from = process.cpuUsage();
    const rows = filterRows(
      many as never[],
      { q: 'word end4999' },
      () => '',
      (one) => texts.get(one),
    );
    const { user, system } = process.cpuUsage(from);
    expect(rows).toHaveLength(1);
    // 10 MB of text; of the processor's time alone, in microseconds.
    expect(user + system).toBeLessThan(200_000);
  });
});

describe('responseTexts', () => {
  it('reads JSON lines, broken ones left out', () =>
    expect(
      responseTexts(
        [
          '{"id": "a", "result": "[F(x=\'Y\')]"}',
          'no JSON',
          '{"id": "b", "result": [{"f": "{\\"city\\": \\"Łódź\\"}"}]}',
          '{"id": "c", "result": [[["cd(folder=\'G\')"], ["Done 4"]]]}',
          '{"id": "d"}',
        ].join('\n'),
      ),
    ).toEqual([
      { line: 1, id: 'a', text: "[f(x='y')]" },
      { line: 3, id: 'b', text: 'f {"city": "łódź"}' },
      { line: 4, id: 'c', text: "cd(folder='g') done 4" },
    ]));

  it('reads one list, over several lines', () =>
    expect(responseTexts('[\n{"id": "a",\n"result": {"f": {"n": 2.5}}}\n]')).toEqual([
      { line: 1, id: 'a', text: 'f n 2.5' },
    ]));

  it('reads however deep', () => {
    const deep = `${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`;
    expect(responseTexts(`{"id": "a", "result": ${deep}}\n{"id": "b", "result": "y"}`)).toEqual([
      { line: 1, id: 'a', text: 'x' },
      { line: 2, id: 'b', text: 'y' },
    ]);
  });

  it('is bounded', () =>
    expect(
      responseTexts(JSON.stringify({ id: 'a', result: 'x'.repeat(50_000) }))[0]?.text.length,
    ).toBe(20_000));
});

it('calledFunctions has the names of calls and of the calls of episodes', () =>
  expect([
    ...calledFunctions(
      [
        '{"id": "a", "decoded": [{"Oven.preheat": {"x": 1}}, {"stop": {}}]}',
        '{"id": "b", "decoded": [[{"calls": ["cd(folder=\'x\')", "ls()"]}, {"decode_error": "no"}]]}',
        '{"id": "c", "valid": false}',
        '',
      ].join('\n'),
    ),
  ]).toEqual([
    ['a', 'oven.preheat stop'],
    ['b', 'cd ls'],
    ['c', ''],
  ]));

it('questionText has all messages and functions', () =>
  expect(
    questionText(
      { id: 'a', text: 'Heat', functions: ['f'], has_ground_truth: true, classes: ['MathAPI'] },
      {
        question: [
          [{ role: 'user', content: 'Heat the oven' }],
          [{ role: 'user', content: 'Stop' }],
        ],
        functions: [{ name: 'f' }, { name: 'G' }],
      } as never,
    ),
  ).toEqual({ id: 'a', question: 'heat the oven stop', functions: 'f g mathapi' }));
