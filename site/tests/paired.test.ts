import { describe, expect, it } from 'vitest';
import { judgedRun, type FileRow } from '../src/lib/judged.ts';
import { flipsOf, pEquals, points, pText } from '../src/lib/paired.ts';
import type { TableRow } from '../src/lib/rows.ts';

const row = (
  id: string,
  category: string,
  valid: boolean | null,
  error_type = '',
  superseded = false,
): TableRow => ({
  id,
  category,
  valid,
  error_type,
  superseded,
  line: 1,
  reason: '',
});

const FACTS = {
  name: 'm',
  missing: new Map<string, number>(),
  malformed: new Map<string, number>(),
};

describe('flipsOf', () => {
  const a = [
    row('p_1', 'p', true),
    row('p_2', 'p', true),
    row('p_3', 'p', false, 'x'),
    row('q_1', 'q', false, 'x'),
    row('q_2', 'q', false, 'x'),
    row('q_9', 'q', true),
  ];
  const b = [
    row('p_1', 'p', true),
    row('p_2', 'p', false, 'y'),
    row('p_3', 'p', true),
    row('q_1', 'q', false, 'y'),
    row('q_2', 'q', false, 'x'),
    row('r_1', 'r', true),
    row('q_9', 'q', null),
  ];
  const { flips, shared } = flipsOf(a, b, (category) => 'qp'.indexOf(category));
  it('pairs what both have', () => expect(shared).toBe(5));
  it('names the flips', () =>
    expect(flips.map(({ id, kind }) => [id, kind])).toEqual([
      ['q_1', 'other'],
      ['p_2', 'lost'],
      ['p_3', 'gained'],
    ]));
  it('knows an entry under an older id', () => {
    const old = { ...row('p_old_2', 'p', true), entry: 'p_2' };
    expect(flipsOf([old], b, () => 0)).toEqual({
      flips: [{ id: 'p_2', category: 'p', kind: 'lost', a: old, b: b[1] }],
      shared: 1,
    });
    expect(judgedRun(FACTS, [{ ...old, file: 'f' }], ['f'], ['p']).entries['p']?.ids).toEqual([
      'p_2',
    ]);
  });
  it('leaves responses out that were superseded', () =>
    expect(
      flipsOf([row('p_1', 'p', true), row('p_1', 'p', false, '', true)], a, () => 0).flips,
    ).toEqual([]));
});

describe('judgedRun', () => {
  const at = (file: string, line: number, one: TableRow): FileRow => ({ ...one, file, line });
  const rows = [
    at('f2', 1, row('q_2', 'q', false, 'y')),
    at('f1', 3, row('p_1', 'p', true)),
    at('f1', 1, row('p_3', 'p', false, 'x')),
    at('f1', 2, row('p_2', 'p', null)),
    at('f1', 4, row('p_4', 'p', true, '', true)),
    at('f2', 0, row('q_1', 'q', false, 'z')),
    at('f2', 2, { ...row('q_3', 'q', null), skipped: 'skipped_no_network' }),
    at('f3', 0, row('p_3', 'p', true)),
    at('f1', 9, row('r_1', 'r', true)),
  ];
  it('holds what counts, in the order of categories, files and lines', () =>
    expect(
      judgedRun(
        {
          ...FACTS,
          missing: new Map([['p', 3]]),
          malformed: new Map([['q', 1]]),
          sample: 40,
          version: 'v3',
        },
        rows,
        ['f1', 'f2', 'f3'],
        ['q', 'p'],
      ),
    ).toEqual({
      name: 'm',
      entries: {
        q: {
          ids: ['q_1', 'q_2'],
          right: '00',
          error_types: ['z', 'y'],
          missing: 0,
          malformed: 1,
          skipped: [{ id: 'q_3', reason: 'skipped_no_network' }],
        },
        p: { ids: ['p_3', 'p_1'], right: '11', error_types: [], missing: 3 },
      },
      sample: 40,
      version: 'v3',
    }));
});

describe('words, as the program says them', () => {
  it.each([
    [1, '1.000'],
    [0.0625, '0.063'],
    [0.001, '0.001'],
    [0.00044, '< 0.001'],
    [0, '< 0.001'],
  ])('p of %d', (p, text) => expect(pText(p)).toBe(text));
  it('p in a sentence', () =>
    expect([pEquals(0.034), pEquals(0.0001)]).toEqual(['p\u00a0=\u00a00.034', 'p\u00a0< 0.001']));
  it.each([
    [0.017, '+1.7'],
    [-0.002, '−0.2'],
    [0, '0.0'],
    [0.0001, '0.0'],
    [-0.0001, '0.0'],
  ])('%d points', (share, text) => expect(points(share)).toBe(text));
});
