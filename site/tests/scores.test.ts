import { describe, expect, it } from 'vitest';
import { seriesPath, place, radarSvg } from '../src/lib/radar.ts';
import { OFFICIAL, RADAR, leafWeights, GROUPS, overall, parseWeights, radarValues, scoresOfRun, shareVariance, weightsText } from '../src/lib/scores.ts';
import { addRows, emptyCounts, type CategoryCounts } from '../src/lib/summary.ts';
import { chosenRuns } from '../src/views/compare/chosen.ts';

/** Counts with so many right of so many. */
function counts(given: Record<string, [number, number]>): Map<string, CategoryCounts> {
  return new Map(
    Object.entries(given).map(([category, [right, entries]]) => {
      const all = emptyCounts(category, entries);
      const rows = Array.from({ length: entries }, (_, i) => ({
        id: `${category}_${i}`, category, line: i, valid: i < right, error_type: 'x', rule: '', brief: '', superseded: false,
      }));
      addRows(all, rows);
      return [category, all];
    }),
  );
}

const FULL: Record<string, [number, number]> = {
  simple_python: [380, 400], simple_java: [60, 100], simple_javascript: [35, 50], multiple: [190, 200], parallel: [180, 200],
  parallel_multiple: [170, 200], live_simple: [200, 258], live_multiple: [800, 1053], live_parallel: [12, 16], live_parallel_multiple: [18, 24],
  multi_turn_base: [100, 200], multi_turn_miss_func: [80, 200], multi_turn_miss_param: [60, 200], multi_turn_long_context: [90, 200],
  web_search_base: [50, 100], web_search_no_snippet: [40, 100], memory_kv: [31, 155], memory_vector: [62, 155], memory_rec_sum: [93, 155],
  irrelevance: [210, 240], live_irrelevance: [700, 884], live_relevance: [15, 16],
};

describe('scoresOfRun', () => {
  const { groups, leaves } = scoresOfRun(counts(FULL));
  const simple = (380 / 400 + 60 / 100 + 35 / 50) / 3;
  const nonLive = (simple + 0.95 + 0.9 + 0.85) / 4;
  const live = (200 + 800 + 12 + 18) / (258 + 1053 + 16 + 24);
  const irrelevance = (210 / 240 + 700 / 884) / 2;
  const multiTurn = (0.5 + 0.4 + 0.3 + 0.45) / 4;
  const agentic = (0.45 + 0.4) / 2;
  it('are those of the official formula', () => {
    expect(leaves['simple']?.value).toBeCloseTo(simple, 14);
    expect(groups.non_live?.value).toBeCloseTo(nonLive, 14);
    expect(groups.live?.value).toBeCloseTo(live, 14);
    expect(groups.irrelevance?.value).toBeCloseTo(irrelevance, 14);
    expect(groups.multi_turn?.value).toBeCloseTo(multiTurn, 14);
    expect(groups.agentic?.value).toBeCloseTo(agentic, 14);
    expect(overall(groups, OFFICIAL)?.value).toBeCloseTo(0.1 * nonLive + 0.1 * live + 0.1 * irrelevance + 0.3 * multiTurn + 0.4 * agentic, 14);
  });
  it('weighs as it is told', () => {
    expect(overall(groups, { ...OFFICIAL, non_live: 0, live: 0, irrelevance: 0, agentic: 0 })?.value).toBeCloseTo(multiTurn, 14);
  });
  it('knows no 0 for what is missing', () => {
    const { memory_kv: _, ...some } = FULL;
    const missing = scoresOfRun(counts(some)).groups;
    expect(missing.agentic).toBeNull();
    expect(overall(missing, OFFICIAL)).toBeNull();
    expect(overall(missing, { ...OFFICIAL, agentic: 0 })).not.toBeNull();
    expect(radarValues(scoresOfRun(counts(some)))[RADAR.findIndex(({ key }) => key === 'memory')]).toBeNull();
  });
  it('has variances of sums', () => {
    const expected = [380 / 400, 0.6, 0.7].map((p, i) => shareVariance(p, [400, 100, 50][i] ?? 0) / 9);
    expect(leaves['simple']?.variance).toBeCloseTo(expected.reduce((a, b) => a + b, 0), 14);
  });
});

it('weights inside groups add up to 1', () => {
  for (const group of GROUPS) expect(leafWeights(group).reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 14);
  expect(RADAR.map(({ label }) => label)).toEqual([
    'Simple', 'Multiple', 'Parallel', 'Parallel multiple', 'Live', 'Multi-turn', 'Web search', 'Memory', 'Irrelevance', 'Relevance',
  ]);
});

describe('parseWeights', () => {
  it.each([['10,10,10,30,40', OFFICIAL], ['1,0,0,0,0', { non_live: 1, live: 0, irrelevance: 0, multi_turn: 0, agentic: 0 }], ['0,0,0,0,0', null], ['1,2', null], ['a,1,1,1,1', null], ['-1,1,1,1,1', null], [undefined, null], ['1,,1,1,1', null]])(
    '%s', (text, expected) => expect(parseWeights(text)).toEqual(expected));
  it('comes back', () => expect(parseWeights(weightsText(OFFICIAL))).toEqual(OFFICIAL));
});

describe('radar', () => {
  it('begins at the top and goes clockwise', () => {
    expect(place(0, 4, 1, 10).y).toBeCloseTo(-10);
    expect(place(1, 4, 1, 10).x).toBeCloseTo(10);
  });
  it.each([
    [[1, 1, 1, 1], 'M0,-10L10,0L0,10L-10,0Z'],
    [[1, null, 1, 1], 'M0,10L-10,0L0,-10'],
    [[1, null, 1, null], ''],
    [[null, null, null, null], ''],
    [[0, 0, 0, 0], 'M0,0L0,0L0,0L0,0Z'],
    [[], ''],
  ])('%j', (values, path) => expect(seriesPath(values, 10)).toBe(path));
  it('is an SVG that shows names as text', () =>
    expect(radarSvg('t', [{ label: 'a', title: '' }], [{ name: '<b>', values: [1] }])).toMatch(/&#60;b&#62;/));
});

describe('chosenRuns', () => {
  const loaded = ['a', 'b', 'b (2)', 'c', 'd', 'e'].map((name) => ({ name }));
  it.each([
    [undefined, ['a', 'b']],
    ['b (2) a', ['b (2)', 'a']],
    ['c', ['c', 'a']],
    ['a a nothing b', ['a', 'b']],
    ['a b c d e', ['a', 'b', 'c', 'd']],
  ])('%s', (text, names) => expect(chosenRuns(loaded, text).map(({ name }) => name)).toEqual(names));
});
