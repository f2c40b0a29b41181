import { describe, expect, it } from 'vitest';
import {
  statusesOf,
  answersPath,
  groupAnswers,
  judgedOf,
  modelNamed,
  modelOrder,
  modelPath,
  modelsLike,
  pairNamed,
  parsePage,
  placeOf,
  toCompare,
  toEntry,
  toModel,
  type ModelFile,
  type PublishedModel,
} from '../src/lib/published.ts';
import { judgedEntries } from '../src/lib/published-verdicts.ts';
import type { ScoreBasis } from '../src/lib/scorer-types.ts';

const IDS = {
  simple_python: ['simple_python_0', 'simple_python_1', 'simple_python_2', 'simple_python_3'],
  sql: ['sql_0'],
};
const model = (name: string): PublishedModel => ({
  label: name,
  name,
  decoder: '',
  overall: { weight: 0, missing: [], official: 0 },
  problems: 0,
  categories: {},
});
const file: ModelFile = {
  ...model('m'),
  types: ['value_error', 'type_error'],
  verdicts: { simple_python: { marks: '01s0', errors: [1, 0] }, sql: { marks: '-', errors: [] } },
};

const standing = (name: string) => ({ status: { name, text: `${name}.` } }) as PublishedModel;
it('has the statuses of models in order, and none where all are claimed', () => {
  expect(statusesOf([standing('claimed'), standing('claimed'), {} as PublishedModel])).toEqual([]);
  const found = statusesOf([standing('validated'), standing('odd'), standing('claimed')]);
  expect(found.map(({ name }) => name)).toEqual(['claimed', 'validated']);
});

describe('published files', () => {
  it('makes paths of safe names alone', () => {
    expect(modelPath('gpt-4.1_x')).toBe('data/models/gpt-4.1_x/model.json');
    expect(answersPath('a', 'sql', 3)).toBe('data/models/a/sql-3.json');
    for (const name of [
      '..',
      '.',
      '../x',
      'a/b',
      'A',
      '',
      '%2e',
      'a\\b',
      'a?b',
      'a#b',
      '-x',
      'x'.repeat(200),
    ])
      expect(() => modelPath(name)).toThrow();
  });

  it('reads the addresses that it writes', () => {
    expect(parsePage('').view).toBe('models');
    expect(parsePage('#audit').view).toBe('audit');
    expect(parsePage('#').view).toBe('models');
    for (const address of ['#modle=a', '#x', '#url=https://a.b'])
      expect(parsePage(address).view).toBe('unknown');
    expect(parsePage(toModel('a', 'sql', 'x:y&z'))).toMatchObject({
      view: 'model',
      model: 'a',
      category: 'sql',
      error: 'x:y&z',
    });
    expect(parsePage(toModel('a', '', '', 'all')).verdict).toBe('all');
    expect(parsePage(toEntry('live_1&model=b')).entry).toBe('live_1&model=b');
    expect(parsePage(toCompare('a', 'b'))).toMatchObject({ view: 'compare', compare: ['a', 'b'] });
  });

  it('finds models by what an address calls them', () => {
    const models = [
      { name: 'gpt-4_1', label: 'GPT-4.1, mini (FC)' },
      { name: 'gpt-5', label: 'GPT-5' },
      { name: 'gpt-5-2', label: 'gpt-5' },
      { name: 'odd', label: 'gpt-4_1' },
    ];
    const found = (text: string) => modelNamed(models, text)?.name;
    expect(found('gpt-4_1')).toBe('gpt-4_1');
    expect(found('GPT-4.1, mini (FC)')).toBe('gpt-4_1');
    expect(found(' gpt-4.1, MINI (fc)')).toBe('gpt-4_1');
    expect(found('GPT-5')).toBe('gpt-5');
    // Two have it, whatever its case.
    expect(found('Gpt-5')).toBeUndefined();
    expect(found('ODD')).toBe('odd');
    for (const none of ['', 'gone', '__proto__', 'gpt']) expect(found(none)).toBeUndefined();
    const pair = (address: string) => pairNamed(models, parsePage(address).compare);
    expect(pair(toCompare('GPT-4.1, mini (FC)', 'odd'))).toEqual(['gpt-4_1', 'odd']);
    expect(pair(toCompare('odd', 'GPT-4.1, mini (FC)'))).toEqual(['odd', 'gpt-4_1']);
    expect(pair('#compare=GPT-5,gone')).toEqual(['gpt-5', 'gone']);
    expect(modelsLike(models, 'GPT-4.1').map(({ name }) => name)).toEqual(['gpt-4_1']);
    expect(modelsLike(models, 'odd-model').map(({ name }) => name)).toEqual(['odd']);
    expect(modelsLike(models, '')).toEqual([]);
  });

  it('finds entries and their verdicts', () => {
    expect(placeOf(IDS, 'simple_python_3', 2)).toEqual({
      category: 'simple_python',
      slice: 1,
      index: 1,
    });
    expect(placeOf(IDS, 'toString', 2)).toBeNull();
    const found = judgedEntries(file, IDS, ['sql', 'simple_python'], { simple_python_0: 'mine' });
    expect(found.filter(({ category }) => category === 'simple_python')).toEqual([
      {
        id: 'simple_python_0',
        own_id: 'mine',
        category: 'simple_python',
        verdict: 'failed',
        error: 'type_error',
      },
      { id: 'simple_python_1', category: 'simple_python', verdict: 'passed', error: '' },
      { id: 'simple_python_2', category: 'simple_python', verdict: 'skipped', error: '' },
      { id: 'simple_python_3', category: 'simple_python', verdict: 'failed', error: 'value_error' },
    ]);
  });

  it('gives the module what was judged', () => {
    expect(judgedOf(file, IDS)).toEqual({
      name: 'm',
      entries: {
        simple_python: {
          ids: ['simple_python_0', 'simple_python_1', 'simple_python_3'],
          right: '010',
          error_types: ['type_error', 'value_error'],
          missing: 1,
        },
      },
    });
    const basis = { sample: 40, dataset: 'v3' } as ScoreBasis;
    expect(judgedOf({ ...file, overall: { ...file.overall, basis } }, IDS)).toMatchObject({
      sample: 40,
      version: 'v3',
    });
  });

  it('has no order by scores that rest on different things', () => {
    const model = (label: string, score: number, key: string) =>
      ({ label, ranked: null, overall: { score, basis: { key } } }) as unknown as PublishedModel;
    const labels = (models: PublishedModel[]) =>
      [...models].sort(modelOrder(models)).map(({ label }) => label);
    expect(labels([model('a', 0.2, 'x'), model('b', 0.9, 'x')])).toEqual(['b', 'a']);
    expect(labels([model('b', 0.9, 'x'), model('a', 0.2, 'y')])).toEqual(['a', 'b']);
  });

  it('takes no part of a category of which it is unknown what passed', () => {
    const unknown = {
      ...file,
      verdicts: {
        simple_python: { marks: '0??0', errors: [1, 0] },
        sql: { marks: '1', errors: [] },
      },
    };
    expect(Object.keys(judgedOf(unknown, IDS).entries)).toEqual(['sql']);
    expect(
      judgedEntries(unknown, IDS, ['simple_python']).map(({ id, verdict }) => `${id} ${verdict}`),
    ).toEqual(['simple_python_0 failed', 'simple_python_3 failed']);
    expect(groupAnswers([{ model: model('a'), row: ['?'], types: [] }])[0]).toMatchObject({
      right: false,
      unknown: true,
    });
  });

  it('groups answers: right ones first, then the commonest; by meaning where there is one', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(model) as [
      PublishedModel,
      PublishedModel,
      PublishedModel,
      PublishedModel,
      PublishedModel,
    ];
    const types = ['wrong'];
    const groups = groupAnswers([
      { model: a, row: [0, 0, 'why', 'f(x=1, y=2)', 77], types },
      { model: b, row: [1, 'f(x=2)'], types },
      { model: c, row: [0, 0, 'why', 'f(y=2, x=1)', 77], types },
      { model: d, row: ['s'], types },
      { model: e, row: null, types },
    ]);
    expect(
      groups.map(({ right, skipped, answer, models }) => [
        right,
        skipped,
        answer,
        models.map(({ name }) => name).join(''),
      ]),
    ).toEqual([
      [true, false, 'f(x=2)', 'b'],
      [false, false, 'f(x=1, y=2)', 'ac'],
      [false, true, '', 'd'],
    ]);
  });
});
