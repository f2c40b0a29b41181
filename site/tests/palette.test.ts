import { describe, expect, it } from 'vitest';
import { rank } from '../src/lib/palette.ts';

const item = (label: string, order = 3) => ({ label, text: label.toLowerCase(), order });
const ALL = [
  item('Results', 0),
  item('Runs', 0),
  item('Theme: dark', 1),
  item('v0.11/gpt-oss-120b', 2),
  item('simple_python_5'),
  item('simple_python_55'),
  item('live_simple_5-0-1'),
];
const found = (query: string, most = 9) => rank(ALL, query, most).best.map(({ label }) => label);

describe('rank', () => {
  it.each([
    ['', []],
    ['results', ['Results']],
    ['simple_python_5', ['simple_python_5', 'simple_python_55']],
    ['python 55', ['simple_python_55']],
    ['sp55', ['simple_python_55']],
    ['dark theme', ['Theme: dark']],
    ['GPT 120', ['v0.11/gpt-oss-120b']],
    ['simple_5', ['live_simple_5-0-1', 'simple_python_5', 'simple_python_55']],
    ['zzz', []],
    ['simple zzz', []],
  ])('%s', (query, expected) => expect(found(query)).toEqual(expected));

  it('says how many there are beside those that are listed', () =>
    expect(rank(ALL, 'simple', 1)).toMatchObject({ number: 3 }));
});
