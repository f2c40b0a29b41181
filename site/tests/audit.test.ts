import { describe, expect, it } from 'vitest';
import { auditTable, categoryCounts, classCounts, suspicious } from '../src/lib/audit.ts';
import type { AuditReport, AuditedEntry } from '../src/lib/scorer-types.ts';

const entry = (id: string, more: Partial<AuditedEntry>): AuditedEntry => ({
  id,
  category: 'sql',
  suspicion: 1.5,
  suspicious: false,
  classes: [],
  reasons: [],
  runs: 4,
  passes: 0,
  failing_share: 1,
  agreed_share: 0.5,
  plausible_share: 0,
  p_agreed: 0.1,
  q: 0.2,
  discrimination: null,
  fit: null,
  truth: [],
  answers: [],
  different_answers: 0,
  one_spelling: null,
  near_duplicates: [],
  list: more.suspicious ? 'likely_wrong' : 'none',
  probability: 0.314,
  evidence: [],
  alternative: null,
  correction: [],
  correction_text: null,
  probability_text: '31 %',
  signals: {},
  ...more,
});
const group = (answer: string, number: number, decoded = true) => ({
  count: number,
  decoded,
  answer,
  error_type: 'x',
  differs_in: 'arguments' as const,
  differences: [],
  runs: [],
});
const report: AuditReport = {
  bfclx_version: '0',
  dataset: { version: '', hash: '' },
  malformed: [],
  totals: null,
  text: '',
  false_discovery_rate: 0.05,
  audited: 3,
  suspicious: 2,
  lists: { proof: 0, likely_wrong: 2, hard: 1 },
  categories: [{ category: 'sql', entries: 3, proof: 0, likely_wrong: 2, hard: 1 }],
  few_runs: null,
  runs: [],
  warnings: [],
  entries: [
    entry('a', {
      suspicious: true,
      classes: ['nobody_passes', 'ambiguous'],
      reasons: ['one', 'two'],
      answers: [group('=cmd()', 3)],
      evidence: [
        { name: 'nobody_passes', weight: 1, proof: false, text: 'none passes' },
        { name: 'siblings', weight: 0.5, proof: false, text: 'others fail' },
      ],
      alternative: {
        answer: '=cmd()',
        runs: 3,
        families: 2,
        accuracy: 0.5,
        accuracy_passing: null,
        text: '3 runs',
      },
      correction_text: 'accept 1 for x',
    }),
    entry('b', {
      suspicious: true,
      classes: ['nobody_passes'],
      category: 'rest',
      answers: [group('', 4, false)],
    }),
    entry('c', {
      list: 'hard',
      discrimination: { value: -0.5, interval_95: { low: -1, high: 0 }, p_negative: 0.1 },
      answers: [group('f()', 1)],
    }),
  ],
};

describe('the audit as people read it', () => {
  it('shows what has a class, filtered', () => {
    expect(suspicious(report).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(suspicious(report, 'ambiguous').map(({ id }) => id)).toEqual(['a']);
    expect(suspicious(report, 'nobody_passes', 'rest').map(({ id }) => id)).toEqual(['b']);
    expect(classCounts(report.entries)).toEqual([
      ['nobody_passes', 2],
      ['ambiguous', 1],
    ]);
    expect(categoryCounts(report.entries)).toEqual([
      ['rest', 1],
      ['sql', 2],
    ]);
    expect(suspicious(report, '', '', 'hard').map(({ id }) => id)).toEqual(['c']);
  });
  it('exports every entry as the program does', () => {
    const { columns, rows } = auditTable(report);
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(rows[0]).toEqual(
      // prettier-ignore
      ['a', 'sql', 1.5, 'yes', 'nobody_passes; ambiguous', 4, 0, 1, 0.5, 0.1, 0.2, null, '=cmd()', 3, 'one | two', 'likely_wrong', 0.314, 'none passes | others fail', 2, 0.5, null, 'accept 1 for x'],
    );
    expect(rows[1]?.slice(12, 15)).toEqual(['', 0, '']); // what was not decoded agrees on nothing
    expect(rows[2]?.slice(11, 15)).toEqual([-0.5, '', 0, '']);
  });
});
