// Shared pages as documents: the figures, findings and entries that they hold, in words.
import { describe, expect, it } from 'vitest';
import type { PageBlock, PageDocument } from '../src/lib/scorer-types.ts';
import { saidScore } from '../src/lib/overall.ts';
import { emptyCounts } from '../src/lib/summary.ts';
import { sharePage, type PageEntry, type SharedPage } from '../src/lib/share-page.ts';

const ENTRY: PageEntry = {
  id: 'simple_python_7',
  category: 'simple_python',
  valid: false,
  error_type: 'value_error:others',
  reason: 'unit="km": expected "m"',
  question: [[{ role: 'user', content: 'How far?' }]],
  explanation: null,
};
const PAGE: SharedPage = {
  title: 'm',
  basis: ['BFCL dataset v4'],
  settings: 'decoder prompting',
  made: 'Made by bfclx.',
  entries: [ENTRY],
};
const RUN: NonNullable<SharedPage['run']> = {
  overall: saidScore({
    value: 0.568,
    standard_error: 0.0056,
    interval_95: { low: 0.557, high: 0.579 },
    basis: {
      kind: 'partial',
      leaderboard: 'v4',
      weight: 0.525,
      missing: [],
      categories: 1,
      entries: 4441,
      missing_entries: 0,
      sample: null,
      runs: 1,
      dataset: null,
      text: 'covers 52.5 % of the weight',
      key: '',
    },
  }),
  right: 2741,
  entries: 4241,
  categories: [
    {
      category: 'simple_python',
      total: 4441,
      entries: 4241,
      right: 2741,
      missing: 1200,
      unknown: 2,
      duplicates: 0,
      skipped: new Map([['skipped_no_network', 3]]),
      accuracy: 0.646,
      interval: { low: 0.632, high: 0.66 },
      failures: new Map(),
      malformed: 0,
    },
    { ...emptyCounts('format_sensitivity', null), entries: 40, right: 30 },
    { ...emptyCounts('sql', null), unknown: 1 },
  ],
  errors: [{ name: 'value_error:others', count: 1500 }],
  warnings: ['12 of 40 results were generated for another decoder'],
  apart: new Set(['format_sensitivity']),
  not_in_run: ['multi_turn_base', 'memory_kv'],
  findings: [
    {
      code: 'decoder',
      severity: 'error',
      title: 'Wrong decoder',
      count: 2,
      categories: { simple_java: 1, simple_javascript: 1 },
      examples: [],
      ids: [],
      right_change: 12,
      places_text: 'simple_java 1, simple_javascript 1',
      change_text: 'passed +12',
      counts_text: '2: simple_java 1, simple_javascript 1; passed +12',
      settings: null,
      effect: 'e',
      advice: 'a',
    },
  ],
  left_out: 1000,
};

/** The text of a block or a cell, without its style. */
const words = (text: unknown): string =>
  Array.isArray(text)
    ? text.map(words).join('')
    : typeof text === 'object' && text !== null && 'text' in text
      ? words(text.text)
      : typeof text === 'string'
        ? text
        : '';
const blocksOf = ({ blocks = [], sections = [] }: PageDocument): PageBlock[] => [
  ...blocks,
  ...sections.flatMap((section) => section.blocks),
];
const all = (page: PageDocument): string[] =>
  blocksOf(page).flatMap((block) => [
    'text' in block ? words(block.text) : '',
    ...('rows' in block ? block.rows.flatMap((row) => row.map(words)) : []),
  ]);

describe('a shared entry', () => {
  it('says in its summary why it failed', () => {
    const [block] = blocksOf(sharePage(PAGE));
    expect(block && 'text' in block && words(block.text)).toBe(
      'simple_python_7 ✕ fails value_error:others · unit="km": expected "m"',
    );
  });
  it('has no empty reason', () => {
    const passed = { ...ENTRY, valid: true, error_type: '', reason: '' };
    const [block] = blocksOf(sharePage({ ...PAGE, entries: [passed] }));
    expect(block && 'text' in block && words(block.text)).toBe('simple_python_7 ✓ passes ');
  });
});

describe('a shared run', () => {
  const page = sharePage({ ...PAGE, run: RUN });
  it('has its figures, with both ends of the interval and grouped digits', () => {
    expect(all(page)).toEqual(
      expect.arrayContaining([
        '56.8 %',
        'overall v4, 95 % CI 55.7 to 57.9, covers 52.5 % of the weight',
        '2,741 of 4,241 passed',
        'Warning: 12 of 40 results were generated for another decoder.',
        '2,741',
        '4,241',
        '1,200 missing, 2 unknown, 3 skipped_no_network',
        'format_sensitivity (separate)',
        'no entries scored',
        '1 unknown',
        'Not in this run: multi_turn_base, memory_kv.',
        '✕ Wrong decoder 2: simple_java 1, simple_javascript 1; passed +12',
        '1,500',
        '1,000 more are not shown.',
      ]),
    );
    expect(JSON.stringify(page)).not.toContain('±');
  });
  it('without an overall score it begins with the counts', () => {
    const [first] = sharePage({ ...PAGE, run: { ...RUN, overall: null } }).blocks ?? [];
    expect(first).toMatchObject({ text: '2,741 of 4,241 passed', size: 'large' });
  });
  it('has its sections', () =>
    expect(page.sections?.map(({ title }) => title)).toEqual([
      'Problems that distort the score',
      'Categories',
      'Why entries failed',
      'Failures',
    ]));
  it('has its counts of passed entries in a column of that name', () => {
    const table = blocksOf(page).find(({ kind }) => kind === 'table');
    expect(table && 'columns' in table && table.columns.map(({ name }) => name)).toContain(
      'passed',
    );
  });
  it('keeps what lies outside of the accuracies on narrow screens', () => {
    const table = blocksOf(page).find(({ kind }) => kind === 'table');
    const columns = table && 'columns' in table ? table.columns : [];
    expect(columns.at(-1)).not.toHaveProperty('spare');
  });
  it('every failure says why', () =>
    expect(all(page)).toContain(
      'simple_python_7 ✕ fails value_error:others · unit="km": expected "m"',
    ));
});
