import { describe, expect, it } from 'vitest';
import { judgedRun, overShared, type FileRow } from '../src/lib/judged.ts';
import { comparisonMarkdown, flipsOf, meaning, pEquals, points, pText } from '../src/lib/paired.ts';
import type {
  ComparisonResult,
  OverallComparison,
  ScoreBasis,
  RunComparison,
} from '../src/lib/scorer-types.ts';
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
  rule: '',
  brief: '',
});

const FACTS = { name: 'm', missing: new Map<string, number>() };

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
  it('leaves replies out that were superseded', () =>
    expect(
      flipsOf([row('p_1', 'p', true), row('p_1', 'p', false, '', true)], a, () => 0).flips,
    ).toEqual([]));
});

describe('overShared', () => {
  const run = (entries: Record<string, [string, string]>) => ({
    name: 'm',
    sample: 3,
    entries: Object.fromEntries(
      Object.entries(entries).map(([name, [ids, right]]) => [name, { ids: [...ids], right }]),
    ),
  });
  it('leaves out what the other run lacks, where they share anything', () => {
    const all = run({ p: ['abcd', '1010'], q: ['ef', '01'], r: ['g', '1'], s: ['h', '0'] });
    const some = run({ p: ['dbx', '111'], q: ['fe', '00'], r: ['y', '1'] });
    expect(overShared(all, some)).toEqual({
      ...all,
      entries: { ...all.entries, p: { ids: ['b', 'd'], right: '00', missing: 0 } },
    });
    expect(overShared(some, all).entries['p']).toMatchObject({ ids: ['d', 'b'], right: '11' });
  });
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
    at('f3', 0, row('p_3', 'p', true)),
    at('f1', 9, row('r_1', 'r', true)),
  ];
  it('holds what counts, in the order of categories, files and lines', () =>
    expect(
      judgedRun(
        { ...FACTS, missing: new Map([['p', 3]]), sample: 40, version: 'v3' },
        rows,
        ['f1', 'f2', 'f3'],
        ['q', 'p'],
      ),
    ).toEqual({
      name: 'm',
      entries: {
        q: { ids: ['q_1', 'q_2'], right: '00', error_types: ['z', 'y'], missing: 0 },
        p: { ids: ['p_3', 'p_1'], right: '11', error_types: [], missing: 3 },
      },
      sample: 40,
      version: 'v3',
    }));
});

const OVERALL: OverallComparison = {
  weight: 1,
  missing: [],
  a: 0.5,
  b: 0.517,
  difference: 0.017,
  standard_error: 0.01,
  interval_95: { low: -0.002, high: 0.036 },
  p: 0.034,
  smallest_detectable: 0.028,
  narrowed_by: null,
};
const CATEGORY = {
  category: 'multiple',
  in_overall_score: true,
  entries: 200,
  clusters: 200,
  a_right: 100,
  b_right: 110,
  a: 0.5,
  b: 0.55,
  difference: 0.05,
  standard_error: 0.01,
  interval_95: { low: 0.01, high: 0.09 },
  gained: 12,
  lost: 2,
  only_a: 0,
  only_b: 0,
  mcnemar_p: 0.01,
  mcnemar_mid_p: 0.01,
  cluster_p: 0.01,
  holm_p: 0.02,
};
const BASIS: ScoreBasis = {
  kind: 'complete',
  leaderboard: 'v4',
  weight: 1,
  missing: [],
  categories: 1,
  entries: 200,
  missing_entries: 0,
  sample: null,
  runs: 1,
  dataset: null,
  text: 'all 21 categories',
  key: 'v4 complete',
};
const PAIR: RunComparison = {
  basis: BASIS,
  texts: {
    meaning: 'It means.',
    meaning_if_warned: 'It may mean.',
    basis: 'Overall v4 over all.',
    flips: '1 entry is right in B alone.',
    unshared: '',
    disagreements: '',
    p_columns: 'p: a test.',
  },
  a: 'x',
  b: 'y|z',
  overall: OVERALL,
  entries: 200,
  a_right: 100,
  b_right: 110,
  mcnemar_p: 0.0129,
  mcnemar_mid_p: 0.0073,
  categories: [CATEGORY],
  gained: [{ id: 'multiple_1', category: 'multiple', error_type: 'value_error:string' }],
  lost: [],
  error_changes: [],
};

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
  it('a difference between runs of which one is warned of need not be one between the models', () =>
    expect([meaning(PAIR), meaning(PAIR, true)]).toEqual(['It means.', 'It may mean.']));
});

describe('comparisonMarkdown', () => {
  const ranked = {
    score: 0.5,
    standard_error: 0.01,
    interval_95: { low: 0.48, high: 0.52 },
    rank: 1,
    rank_low: 1,
    rank_high: 2,
  };
  const result: ComparisonResult = {
    leaderboard: 'v4',
    replicates: 4000,
    seed: 1,
    comparisons: [PAIR],
    runs: [],
    ranking: { basis: BASIS, weight: 1, entries: 200, runs: [ranked, ranked] },
  };
  const text = comparisonMarkdown(result, ['x', 'y|z'], 'BFCL_v4, sha256:12', '0.1.0');
  it('has the head, the table, the flips, the foot', () => {
    expect(text).toMatch(
      /^## y\\\|z against x\n\n\*\*Overall 50\.0 to 51\.7: \+1\.7 points\*\*, 95 % CI −0\.2 to \+3\.6, p.=.0\.034\./,
    );
    expect(text).toContain(
      '| multiple | 200 | 50.0 | 55.0 | **+5.0** | +1.0 to +9.0 | 12 | 2 | 0.010 | 0.020 |',
    );
    expect(text).toContain('- multiple\\_1 (A: value\\_error:string)');
    expect(text).toMatch(/4000 draws, seed 1\. Compared by bfclx 0\.1\.0\.\n$/);
    expect(text).not.toContain('## All runs');
  });
  it('ranks more than two', () =>
    expect(
      comparisonMarkdown(
        { ...result, ranking: { ...result.ranking, runs: [ranked, ranked, ranked] } },
        ['x', 'y', 'z'],
        '',
        '',
      ).match(/\| 50\.0 \| 48\.0 - 52\.0 \| 1 \| 1 to 2 \|/g)?.length,
    ).toBe(3));
});
