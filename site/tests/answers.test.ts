import { expect, test } from 'vitest';
import { groupAnswers, unpassed } from '../src/lib/answers.ts';

test('answers of one meaning come together, the commonest first', () => {
  const answer = (run: string, meaning: string, text: string, valid = false) => ({
    run,
    meaning,
    text,
    valid,
    reason: valid ? '' : `not ${text}`,
  });
  expect(
    groupAnswers([
      answer('a', '1', 'f()', true),
      answer('b', '2', 'm.g()'),
      answer('c', '2', 'm_g()'),
      // The same calls, with another setting of the decoder.
      answer('d', '1', 'f()'),
    ]),
  ).toEqual([
    { valid: false, reason: 'not m.g()', text: 'm.g()', runs: ['b', 'c'] },
    { valid: true, reason: '', text: 'f()', runs: ['a'] },
    { valid: false, reason: 'not f()', text: 'f()', runs: ['d'] },
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
