import { expect, test } from 'vitest';
import { groupAnswers, otherGroups, reasonOf, unpassed } from '../src/lib/answers.ts';

test('answers of one meaning come together, the commonest first', () => {
  const answer = (run: string, meaning: string, text: string, valid = false) => ({
    run,
    meaning,
    text,
    valid,
    reason: valid ? '' : `not ${text}`,
    decoded: true,
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
    { valid: false, reason: 'not m.g()', decoded: true, text: 'm.g()', runs: ['b', 'c'] },
    { valid: true, reason: '', decoded: true, text: 'f()', runs: ['a'] },
    { valid: false, reason: 'not f()', decoded: true, text: 'f()', runs: ['d'] },
  ]);
});

test('other runs leave out the run itself, in the order of their names', () => {
  const [own, a2, a10, b] = ['own', 'a2', 'a10', 'b'].map((name) => ({ name }));
  if (!own || !a2 || !a10 || !b) throw new Error();
  const group = { valid: false, reason: '', text: '', decoded: true };
  expect(
    otherGroups(
      [
        { ...group, text: 'alone', runs: [own] },
        { ...group, text: 'same', runs: [own, b] },
        { ...group, text: 'other', runs: [a10, a2] },
      ],
      own,
    ).map(({ text, same, runs }) => [text, same, runs.map(({ name }) => name)]),
  ).toEqual([
    ['other', false, ['a2', 'a10']],
    ['same', true, ['b']],
  ]);
});

test.each([
  ['no call, but one was expected', false, 'could not be decoded: no call, but one was expected'],
  ['', false, 'could not be decoded'],
  ['could not be parsed: x', false, 'could not be parsed: x'],
  ['no call, but one was expected', true, 'no call, but one was expected'],
])('the reason %j of a response, decoded: %j', (reason, decoded, said) =>
  expect(reasonOf({ reason, decoded })).toBe(said),
);

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
