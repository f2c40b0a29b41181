import { describe, expect, it } from 'vitest';
import { dayOf, madeAt } from '../src/lib/run-date.ts';

describe('when a run was made', () => {
  const now = Date.UTC(2026, 10, 24, 6);
  const day = (n: number) => Date.UTC(2026, 10, n);
  it('is what its manifest says', () =>
    expect(madeAt('2026-11-02T06:30:00Z', [day(5)], now)).toEqual({
      at: Date.UTC(2026, 10, 2, 6, 30),
      by: 'manifest',
    }));
  it('is the latest of its files without one', () =>
    expect(madeAt(undefined, [day(5), undefined, day(7)], now)).toEqual({
      at: day(7),
      by: 'files',
    }));
  it.each([
    ['nothing is known', [undefined]],
    ['the file came into being by loading it', [now - 10]],
    ['the date is a default', [0, Date.UTC(1980, 0, 1)]],
    ['it lies ahead', [now + 86_400_000]],
  ])('is not known where %s', (_, dates) => expect(madeAt(undefined, dates, now)).toBeUndefined());
  it('passes over a manifest without a date', () =>
    expect(madeAt('soon', [day(5)], now)?.by).toBe('files'));
  it('says where it is from', () => {
    const date = new Date(2026, 10, 7);
    expect(dayOf({ date, dated: 'files' }).text).toBe('2026-11-07');
    expect(dayOf({ date, dated: 'loading' }).text).toBe('loaded 2026-11-07');
  });
});
