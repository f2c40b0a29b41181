import { expect, test } from 'vitest';
import { groupAnswers, otherGroups, reasonOf, unpassed } from '../src/lib/answers.ts';

test('answers of one meaning come together, the commonest first', () => {
  const answer = (run: string, meaning: string, text: string, valid = false) => ({
    run,
    meaning,
    text,
    valid,
    reason: valid ? '' : `not ${text}`,
    error_type: valid ? '' : 'e:x',
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
    {
      valid: false,
      error_type: 'e:x',
      reason: 'not m.g()',
      decoded: true,
      text: 'm.g()',
      runs: ['b', 'c'],
    },
    { valid: true, error_type: '', reason: '', decoded: true, text: 'f()', runs: ['a'] },
    { valid: false, error_type: 'e:x', reason: 'not f()', decoded: true, text: 'f()', runs: ['d'] },
  ]);
});

test('other runs leave out the run itself, in the order of their names', () => {
  const [own, a2, a10, b] = ['own', 'a2', 'a10', 'b'].map((name) => ({ name }));
  if (!own || !a2 || !a10 || !b) throw new Error();
  const group = { valid: false, error_type: 'e:x', reason: '', text: '', decoded: true };
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
  ['none expected', 'e:x', false, 'could not be decoded: none expected'],
  ['none', 'relevance_error:decoder_failed', false, 'could not be decoded: none'],
  ['', 'e:x', false, 'could not be decoded'],
  ['not parsed: x', 'ast_decoder:decoder_failed', false, 'not parsed: x'],
  ['none expected', 'e:x', true, 'none expected'],
])('the reason %j of a response, of type %j, decoded: %j', (reason, error_type, decoded, said) =>
  expect(reasonOf({ reason, error_type, decoded })).toBe(said),
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
