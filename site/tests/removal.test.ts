// What can be undone, over stand-ins for runs and the local storage.
import { beforeEach, expect, test, vi } from 'vitest';
import type { Run } from '../src/state/runs.ts';

const rescore = vi.hoisted(() => vi.fn());
vi.mock('../src/state/pool.ts', () => ({ pool: { closeResults: vi.fn() } }));
vi.mock('../src/state/runs.ts', async () => {
  const { Atom } = await import('../src/lib/atom.ts');
  return { rescore, runs: new Atom<unknown[]>([]) };
});

const storage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};
vi.stubGlobal('localStorage', storage());

const { runs } = await import('../src/state/runs.ts');
const removal = {
  ...(await import('../src/state/removal.ts')),
  ...(await import('../src/state/removed-runs.ts')),
};
const { removalOf } = await import('../src/state/removal-marks.ts');

const run = (name: string, phase = 'done') =>
  ({
    name,
    path: '',
    phase,
    files: [],
    source: { kind: 'files' },
    stop: new AbortController(),
  }) as unknown as Run;
const names = () => runs.value.map(({ name }) => name);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', storage());
  removal.endRemovals();
  runs.set(['a', 'b', 'c', 'd'].map((name) => run(name)));
  rescore.mockReset();
});

test('runs come back to their places, beside what came meanwhile', async () => {
  const [, b, c] = runs.value as [Run, Run, Run];
  removal.discardRuns([b]);
  runs.set([...runs.value, run('new')]);
  removal.discardRuns([c]);
  expect(names()).toEqual(['a', 'd', 'new']);
  expect(removal.removalText(removal.removals.value)).toBe('Removed 2 runs.');
  expect(removal.isGone(b)).toBe(false);
  await removal.undoRemovals();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'new']);
  expect([b, c].map((one) => one.stop.signal.aborted)).toEqual([false, false]);
  expect(removal.removals.value).toEqual([]);
});

test('many runs that one click removes are one removal: the list changes once as they go, and once as they come back', async () => {
  const [a, b, c] = runs.value as [Run, Run, Run];
  const heard = vi.fn();
  const stop = runs.subscribe(heard);
  removal.discardRuns([a, b, c]);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(removal.removalText(removal.removals.value)).toBe('Removed 3 runs.');
  expect(removal.severalRemoved(removal.removals.value)).toBe(true);
  await removal.undoRemovals();
  expect(heard).toHaveBeenCalledTimes(2);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  stop();
});

test('the marks of many folders are read and written once', () => {
  const write = vi.spyOn(localStorage, 'setItem');
  removal.markFolders(['p', 'q', 'r'].map((place) => [place, true] as const));
  expect(write).toHaveBeenCalledTimes(1);
  expect(['p', 'q', 'r'].map(removalOf)).toEqual([10_000, 10_000, 10_000]);
  removal.markFolders(['p', 'q', 'r'].map((place) => [place, place === 'q'] as const));
  expect(['p', 'q', 'r'].map(removalOf)).toEqual(['none', 10_000, 'none']);
  removal.forgetFolders(['q']);
});

test('a name that was given away since is given anew', async () => {
  removal.discardRuns([runs.value[0] as Run]);
  runs.set([...runs.value, run('a')]);
  await removal.undoRemovals();
  expect(names()).toEqual(['a (2)', 'b', 'c', 'd', 'a']);
});

test('after ten seconds it is gone for whoever keeps files of it; a further removal begins the time anew', () => {
  const [a, b] = runs.value as [Run, Run];
  const heard = vi.fn();
  const stop = runs.subscribe(heard);
  removal.discardRuns([a]);
  vi.advanceTimersByTime(9000);
  removal.discardRuns([b]);
  vi.advanceTimersByTime(9000);
  expect(removal.isGone(a)).toBe(false);
  heard.mockReset();
  vi.advanceTimersByTime(1000);
  expect([a, b].map(removal.isGone)).toEqual([true, true]);
  expect(a.stop.signal.aborted).toBe(true);
  expect(heard).toHaveBeenCalled();
  stop();
});

test('while somebody is at the notice the time stands still', () => {
  removal.discardRuns([runs.value[0] as Run]);
  removal.holdRemovals(true);
  vi.advanceTimersByTime(60_000);
  expect(removal.removals.value).toHaveLength(1);
  removal.holdRemovals(false);
  vi.advanceTimersByTime(10_000);
  expect(removal.removals.value).toHaveLength(0);
});

test('a run that was being scored stops at once, and is scored again when it comes back', async () => {
  const scoring = run('s', 'scoring');
  runs.set([scoring]);
  removal.discardRuns([scoring]);
  expect(scoring.stop.signal.aborted).toBe(true);
  await removal.undoRemovals();
  expect(rescore).toHaveBeenCalledWith(scoring, {});
});

test('folders: hidden from other tabs, offered to this one for the rest of the time, then dropped', () => {
  removal.markFolders([['x', true]]);
  removal.markFolders([['x', true]]);
  vi.advanceTimersByTime(4000);
  expect(removalOf('x')).toBe(6000);
  expect(removalOf('y')).toBe('none');
  const here = sessionStorage;
  vi.stubGlobal('sessionStorage', storage());
  expect(removalOf('x')).toBe('elsewhere');
  vi.advanceTimersByTime(60_000);
  expect(removalOf('x')).toBe('over');
  vi.stubGlobal('sessionStorage', here);
  const drop = vi.fn();
  expect(removal.isKept({ place: 'x', name: 'x', back: vi.fn(), drop })).toBe(false);
  expect(drop).toHaveBeenCalled();
  removal.forgetFolders(['x']);
  expect(removalOf('x')).toBe('none');
  expect(localStorage.getItem('bfclx-removed')).toBe(null);
});

test('a folder that is found within the time is offered, and its mark goes with the undo', async () => {
  removal.markFolders([['z', true]]);
  vi.advanceTimersByTime(4000);
  const [back, drop] = [vi.fn(), vi.fn()];
  expect(removal.isKept({ place: 'z', name: 'my run', back, drop })).toBe(false);
  expect(removal.removalText(removal.removals.value)).toBe('Removed my run.');
  vi.advanceTimersByTime(5000);
  expect(drop).not.toHaveBeenCalled();
  await removal.undoRemovals();
  expect(back).toHaveBeenCalled();
  expect(removalOf('z')).toBe('none');
});

test('what cannot be brought back leaves the others, and is offered again', async () => {
  const back = vi.fn();
  removal.undoable({ kind: 'table', name: 'a', back });
  removal.undoable({ kind: 'table', name: 'b', back: () => Promise.reject(new Error('full')) });
  await removal.undoRemovals();
  expect(back).toHaveBeenCalledOnce();
  expect(removal.removals.value.map(({ name }) => name)).toEqual(['b']);
});
