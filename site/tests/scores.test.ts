import { loadScorer } from 'bfclx';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriesPath, place } from '../src/lib/radar.ts';
import {
  groupsOf,
  officialWeights,
  parseWeights,
  radarAxes,
  radarValues,
  summariesOf,
  versionOf,
  weightsText,
} from '../src/lib/scores.ts';
import type { Leaderboard, LeaderboardName, Scorer } from '../src/lib/scorer-types.ts';
import { chosenRuns } from '../src/lib/chosen-runs.ts';

let scorer: Scorer;
let all: Leaderboard[];
beforeAll(async () => {
  scorer = await loadScorer();
  all = scorer.leaderboards();
});
function of(name: LeaderboardName): Leaderboard {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

describe('columns', () => {
  const labels = (name: LeaderboardName) =>
    groupsOf(of(name)).map(({ column, leaves }) => [
      column.label,
      leaves.map(({ label }) => label),
    ]);
  it('of version 4', () =>
    expect(labels('v4')).toEqual([
      ['Non-live', ['Simple', 'Multiple', 'Parallel', 'Parallel multiple']],
      ['Live', ['Live simple', 'Live multiple', 'Live parallel', 'Live parallel multiple']],
      ['Irrelevance', []],
      ['Multi-turn', ['Base', 'Missing function', 'Missing parameter', 'Long context']],
      ['Agentic', ['Web search', 'Memory']],
    ]));
  it('of version 3', () =>
    expect(labels('v3')).toEqual([
      ['Non-live', ['Simple', 'Multiple', 'Parallel', 'Parallel multiple']],
      ['Live', []],
      ['Multi-turn', ['Base', 'Missing function', 'Missing parameter', 'Long context']],
    ]));
  it.each<[LeaderboardName, number]>([
    ['v1', 9],
    ['v2', 10],
    ['v3_executable', 3],
  ])('of %s', (name, n) => expect(labels(name).length).toBe(n));
  it.each<[LeaderboardName, string[]]>([
    ['v1', ['AST Summary', 'Exec Summary']],
    ['v2', ['AST Summary', 'Exec Summary']],
    ['v3_executable', ['AST Summary', 'Exec Summary']],
    ['v3', ['AST Summary']],
    ['v4', []],
  ])('of %s: summaries', (name, labels) =>
    expect(summariesOf(of(name)).map(({ key }) => key)).toEqual(labels),
  );
  it('say what summaries are means of', () =>
    expect(summariesOf(of('v1'))[1]?.title).toBe(
      'Exec Summary: mean of Simple, executed, Multiple, executed, Parallel, executed, Parallel multiple, executed',
    ));
  it('say how they are made', () =>
    expect(groupsOf(of('v4'))[0]?.column.title).toBe(
      'Non-Live AST Acc: mean of Simple, Multiple, Parallel, Parallel multiple',
    ));
});

describe('the profile', () => {
  it('has the axes of version 4', () =>
    expect(radarAxes(of('v4')).map(({ label }) => label)).toEqual([
      'Simple',
      'Multiple',
      'Parallel',
      'Parallel multiple',
      'Live',
      'Irrelevance',
      'Multi-turn',
      'Web search',
      'Memory',
      'Relevance',
    ]));
  it('has no axis of a summary', () =>
    expect(radarAxes(of('v1')).map(({ label }) => label)).not.toContain('AST Summary'));
  it('leaves out what is missing', () => {
    const run = {
      name: 'm',
      entries: {
        multiple: { ids: ['multiple_1', 'multiple_2'], right: '10' },
        irrelevance: { ids: ['irrelevance_1'], right: '1' },
      },
    };
    const [scores] = scorer.overallScores({ runs: [run] }).runs;
    if (!scores) throw new Error('no scores');
    expect(radarValues(of('v4'), scores)).toEqual([
      null,
      0.5,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('weights', () => {
  const names = () => of('v4').overall.parts.map(({ name }) => name);
  it('come back', () => {
    expect(weightsText(officialWeights(of('v4')))).toBe('10,10,10,30,40');
    expect(parseWeights('10,10,10,30,40', names())).toEqual(officialWeights(of('v4')));
  });
  it.each(['0,0,0,0,0', '1,2', 'a,1,1,1,1', '-1,1,1,1,1', undefined, '1,,1,1,1', '1e9,1,1,1,1'])(
    '%s are none',
    (text) => expect(parseWeights(text, names())).toBeNull(),
  );
});

it.each([
  [undefined, 'v4'],
  ['v3', 'v3'],
  ['v3_executable', 'v3_executable'],
  ['v9', 'v4'],
  ['v1', 'v1'],
])('version %s', (text, version) => expect(versionOf(text)).toBe(version));

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
});

describe('chosenRuns', () => {
  const loaded = ['a', 'b', 'b (2)', 'c', 'd', 'e'].map((name) => ({ name }));
  it.each([
    [undefined, ['a', 'b']],
    ['b (2) a', ['b (2)', 'a']],
    ['c', ['c', 'a']],
    ['a a nothing b', ['a', 'b']],
    ['a b c d e', ['a', 'b', 'c', 'd']],
  ])('%s', (text, names) =>
    expect(chosenRuns(loaded, text).map(({ name }) => name)).toEqual(names),
  );
});
