// The models of a leaderboard in other languages, from a file that nobody vouches for.
import { expect, it } from 'vitest';
import { readLanguages } from '../src/lib/board-languages.ts';

const shown = {
  model: 'm',
  language: 'de',
  dataset: 'multi-de 0.1.0',
  entries: 8,
  source: 1,
  translation: 0.75,
};
const row = {
  ...shown,
  difference: -0.25,
  interval_95: [-0.5, 0],
  p: 0.5,
  p_holm: 0.5,
  texts: { difference: '-25.0', interval_95: '-50.0 to 0.0', p_holm: '0.50' },
};

it('has the rows with their texts', () => {
  expect(readLanguages({ text: 'Each row ...', rows: [row] })).toEqual({
    text: 'Each row ...',
    rows: [{ ...shown, difference: '-25.0', interval: '-50.0 to 0.0', p: '0.50' }],
  });
});

it('leaves out what has another form', () => {
  const rows = [
    null,
    7,
    {},
    { ...row, source: 2 },
    { ...row, entries: 'x' },
    { ...row, texts: 1, model: ['x'] },
  ];
  expect(readLanguages({ rows }).rows).toEqual([
    expect.objectContaining({ model: '', difference: '' }),
  ]);
  expect(readLanguages(null)).toEqual({ text: '', rows: [] });
});
