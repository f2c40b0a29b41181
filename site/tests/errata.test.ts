import { describe, expect, it } from 'vitest';
import { correctedRun, isErrata, tally } from '../src/lib/errata.ts';

describe('errata', () => {
  it('tells errata from results and anything else', () => {
    expect(isErrata('{"schema": "bfclx-errata-1", "name": "x", "corrections": []}')).toBe(true);
    expect(isErrata('\n{ "name": "x",\n "schema":"bfclx-errata-9"')).toBe(true);
    expect(isErrata('{"id": "a", "result": "{\\"schema\\": \\"bfclx-errata-1\\"}"}')).toBe(false);
    expect(isErrata('{"id": "a", "schema": "bfclx-errata-1"}')).toBe(false);
    expect(isErrata('{"schema": "bfclx-board-1"}')).toBe(false);
  });

  it('changes what is corrected and nothing else', () => {
    const run = {
      name: 'm',
      entries: {
        sql: { ids: ['a', 'b', 'c', 'd'], right: '0101', error_types: ['x', 'y'] },
        rest: { ids: ['r'], right: '0', error_types: ['z'] },
      },
    };
    const entry = (id: string, corrected: boolean | null) => ({
      id,
      category: 'sql',
      official: false,
      corrected,
    });
    expect(correctedRun(run, { entries: [] })).toEqual(run);
    const second = correctedRun(run, {
      entries: [entry('a', true), entry('b', null), entry('d', false), entry('r', null)],
    });
    expect(second).toEqual({
      name: 'm',
      entries: { sql: { ids: ['a', 'c', 'd'], right: '100', error_types: ['y', 'errata'] } },
    });
    expect(tally(run)).toEqual({ right: 2, entries: 5 });
    expect(tally(second)).toEqual({ right: 1, entries: 3 });
  });
});
