// The history of a leaderboard: what is well formed is shown, anything else is left out.
import { expect, it } from 'vitest';
import { changesText, latestChange, readEarlier, readHistory } from '../src/lib/board-history.ts';

const standing = {
  score: 0.5,
  interval_95: [0.4, 0.6],
  basis: 'all',
  rank: 1,
  rank_low: 1,
  rank_high: 2,
};
const change = {
  name: 'm',
  label: 'M',
  old: standing,
  new: { ...standing, score: 0.7 },
  note: 'x',
};
const release = (date: string) => ({
  date,
  added: { count: 0, models: [] },
  replaced: { count: 300, models: [change] },
  removed: { count: 1, models: [{ name: 'gone', label: 'Gone', old: standing }] },
});

it('has the latest change, but not the first release', () => {
  const one = readHistory({ releases: [release('2026-01-01')], models: {} });
  expect(latestChange(one)).toBeNull();
  const two = readHistory({
    releases: [release('2026-02-01'), release('2026-01-01')],
    models: { m: { date: '2026-02-01', earlier: 1 } },
  });
  const latest = latestChange(two);
  expect(latest?.date).toBe('2026-02-01');
  expect(latest && changesText(latest)).toBe('300 replaced, 1 removed');
  expect(latest?.replaced.models[0]?.before?.score).toBe(0.5);
  expect(latest?.replaced.models[0]?.after?.score).toBe(0.7);
  expect(latest?.replaced.models[0]?.note).toBe('x');
  expect(latest?.removed.models[0]?.note).toBe('');
  expect(latest?.removed.models[0]?.after).toBeNull();
  expect(two.models.get('m')).toEqual({ date: '2026-02-01', earlier: 1 });
});

it('has all releases of the last day', () => {
  const history = readHistory({
    releases: ['2026-02-01', '2026-02-01', '2026-01-01', '2026-01-01'].map(release),
  });
  const latest = latestChange(history);
  expect(latest && changesText(latest)).toBe('600 replaced, 2 removed');
  expect(latest?.replaced.models).toHaveLength(2);
});

it.each([null, 7, [], { releases: 7 }, { releases: [null, 7], models: { m: 7 } }])(
  'takes nothing of %j',
  (value) => {
    const history = readHistory(value);
    for (const { added, replaced, removed } of history.releases)
      expect([added.count, replaced.count, removed.count]).toEqual([0, 0, 0]);
  },
);

it('takes a score only from 0 to 1, and says what cannot be compared', () => {
  const earlier = [
    { date: '2026-01-01', score: 0.5, interval_95: [0.4, 0.6], comparable: true, note: '' },
    { date: {}, score: 7, interval_95: ['x'], comparable: 'yes', note: 'another basis' },
    null,
  ];
  const [first, second, third] = readEarlier({ earlier });
  expect(first).toMatchObject({ score: 0.5, interval: [0.4, 0.6], note: '' });
  expect(second).toMatchObject({ date: '', score: null, interval: null, note: 'another basis' });
  expect(third?.note).toBe('not comparable');
});
