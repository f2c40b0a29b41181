import { expect, test } from 'vitest';
import { answerText, groupAnswers, unpassed } from '../src/lib/answers.ts';

test.each([
  [[{ f: { b: 'x', a: [1, true, null] } }], 'f(a=[1, True, None], b="x")'],
  [[{ f: {} }, { g: { x: { k: 1 } } }], 'f()\ng(x={"k": 1})'],
  [[], 'no call'],
  [
    [
      [{ calls: ["cd(folder='a')", "mv(a='x, y', b=2)"] }, { decode_error: 'e' }, { empty: true }],
      [{ empty: true }],
    ],
    "1: cd(folder='a'); mv(a='x, y',b=2)\n2: no call",
  ],
  [undefined, ''],
])('%j is %s', (decoded, text) => expect(answerText({ decoded })).toBe(text));

test('where the order does not matter calls are sorted; long ones are cut', () => {
  expect(answerText({ decoded: [{ g: {} }, { f: {} }] }, true)).toBe('f()\ng()');
  expect(answerText({ decoded: [{ f: { x: 'y'.repeat(9000) } }] }).length).toBeLessThan(4100);
  expect(answerText(null)).toBe('');
});

test('the same answers come together, the commonest first', () => {
  const answer = (run: string, text: string, valid = false) => ({
    run,
    text,
    valid,
    reason: valid ? '' : 'no',
  });
  expect(
    groupAnswers([answer('a', 'f()', true), answer('b', 'm.g()'), answer('c', 'm_g()')]),
  ).toEqual([
    { valid: false, reason: 'no', text: 'm.g()', runs: ['b', 'c'] },
    { valid: true, reason: '', text: 'f()', runs: ['a'] },
  ]);
});

test('entries that none passes need two verdicts', () => {
  const row = (id: string, valid: boolean | null, superseded = false) => ({
    id,
    category: 'c',
    valid,
    superseded,
  });
  const runs = [
    {
      rows: [
        row('a', false),
        row('b', false),
        row('c', false),
        row('d', false),
        row('e', true, true),
        row('e', false),
      ],
    },
    { rows: [row('a', false), row('b', true), row('c', null), row('e', false)] },
    { rows: [row('a', false), row('b', false)] },
  ];
  expect(unpassed(runs)).toEqual([
    { id: 'a', category: 'c', runs: 3 },
    { id: 'e', category: 'c', runs: 2 },
  ]);
});
