// Scores over dates: a scale that fits, places, and dates that do not cover each other.
import { expect, it } from 'vitest';
import { timelineOf, type DatedScore } from '../src/lib/timeline.ts';

const scored = (date: string, score: number, more: Partial<DatedScore> = {}): DatedScore => ({
  date,
  score,
  low: score - 0.02,
  high: score + 0.02,
  comparable: true,
  ...more,
});

it('needs two days', () => {
  expect(timelineOf([])).toBeNull();
  expect(timelineOf([scored('2026-10-01', 0.5), scored('2026-10-01', 0.6)])).toBeNull();
  expect(timelineOf([scored('2026-10-01', 0.5), scored('', 0.6)])).toBeNull();
});

it('is in the order of the dates, on a scale that fits', () => {
  const line = timelineOf([scored('2026-10-11', 0.5), scored('2026-10-01', 0.4)]);
  expect(line?.ticks.map(({ text }) => text)).toEqual(['35', '40', '45', '50', '55']);
  expect(line?.ticks.map(({ y }) => Number(y.toFixed(9)))).toEqual([1, 0.75, 0.5, 0.25, 0]);
  expect(line?.places.map(({ x, y }) => [x, Number(y.toFixed(9))])).toEqual([
    [0, 0.75],
    [1, 0.25],
  ]);
  expect(line?.label).toBe(
    'Score by date. 2026-10-01: 40.0, 95 % CI 38.0 to 42.0; 2026-10-11: 50.0, 95 % CI 48.0 to 52.0',
  );
});

it('has one tick apart from the other where all scores are the same, and none outside 0 to 100', () => {
  const all = (score: number) =>
    timelineOf(
      ['2026-10-01', '2026-10-02'].map((day) => scored(day, score, { low: score, high: score })),
    );
  expect(all(0)?.ticks.map(({ text }) => text)).toEqual(['0', '1']);
  expect(all(1)?.ticks.map(({ text }) => text)).toEqual(['99', '100']);
  expect(all(0.3)?.places.every(({ y }) => y >= 0 && y <= 1)).toBe(true);
});

it('leaves out dates that would cover each other, and says what is not comparable', () => {
  const line = timelineOf([
    scored('2026-10-01', 0.5),
    scored('2026-10-02', 0.5),
    scored('2026-10-10', 0.5, { comparable: false }),
    scored('2026-10-20', 0.5),
    scored('2026-10-21', 0.5),
  ]);
  expect(line?.dates.map(({ text }) => text)).toEqual(['2026-10-01', '2026-10-10', '2026-10-21']);
  expect(line?.label).toContain('2026-10-10: 50.0, 95 % CI 48.0 to 52.0, not comparable');
});
