import { describe, expect, it } from 'vitest';
import { scoreInChunks, type Scoring } from '../src/state/scoring.ts';
import type { TableRow } from '../src/lib/rows.ts';
import type { ScoreSettings } from '../src/lib/scorer-types.ts';
import { WorkerError, type FileRef, type OpenedFile } from '../src/worker/protocol.ts';

const SETTINGS: ScoreSettings = {
  decoder: 'prompting',
  underscore_to_dot: false,
  model_name: 'm',
  today: '2026-11-21',
};

const file = (name: string, entries: number): FileRef & OpenedFile => ({
  key: name,
  path: `${name}.json`,
  blob: new Blob(),
  category: name,
  categories: [{ name, entries }],
  entries,
  problems: [],
});

const never = () => {
  throw new Error('nothing fails here');
};

/** Says which entries were asked for, by whom. */
function fakePool(size: number) {
  const asked: { worker: number; key: string; from: number; count: number }[] = [];
  const pool: Scoring = {
    size,
    callOn: async (worker, _method, { key }, _settings, from, count) => {
      asked.push({ worker, key, from, count });
      await new Promise((resolve) => setTimeout(resolve, 0));
      return { rows: [], lines: new Blob(), malformed: {} };
    },
  };
  return { pool, asked };
}

describe('scoreInChunks', () => {
  it('asks for every entry once', async () => {
    const files = [file('simple_python', 400), file('multi_turn_base', 95), file('multiple', 1)];
    for (const size of [1, 2, 5]) {
      const { pool, asked } = fakePool(size);
      await scoreInChunks(
        pool,
        files,
        SETTINGS,
        new AbortController().signal,
        () => undefined,
        never,
      );
      for (const { key, entries } of files) {
        const starts = asked.filter((call) => call.key === key).map(({ from }) => from);
        const step = asked.find((call) => call.key === key)?.count ?? 0;
        expect(starts.sort((a, b) => a - b)).toEqual(
          Array.from({ length: Math.ceil(entries / step) }, (_, i) => i * step),
        );
      }
      expect(new Set(asked.map(({ worker }) => worker)).size).toBe(Math.min(size, 4));
    }
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const { pool, asked } = fakePool(1);
    await scoreInChunks(
      pool,
      [file('simple_python', 4000)],
      SETTINGS,
      stop.signal,
      (_file, _chunk, from) => {
        if (from >= 400) stop.abort();
      },
      never,
    );
    expect(asked.length).toBe(3);
  });

  it.each([1, 2, 3])(
    'a file that fails is told once, and the others go on: %d workers',
    async (size) => {
      const { pool, asked } = fakePool(size);
      const failing: Scoring = {
        size,
        callOn: (...args) =>
          args[2].key === 'bad' ? Promise.reject(new Error('no')) : pool.callOn(...args),
      };
      const failed: string[] = [];
      const files = [file('bad', 900), file('good', 500)];
      const failedToo = ({ key }: { key: string }) => void failed.push(key);
      await scoreInChunks(
        failing,
        files,
        SETTINGS,
        new AbortController().signal,
        () => undefined,
        failedToo,
      );
      expect(failed).toEqual(['bad']);
      expect(asked.length).toBe(3);
    },
  );

  it.each([1, 2])(
    'an entry that workers die of gets its verdict, and the others go on: %d workers',
    async (size) => {
      const deadly = 217;
      let deaths = 0;
      const scored: number[] = [];
      const pool: Scoring = {
        size,
        callOn: async (_worker, _method, _file, _settings, from, count, outOfMemory) => {
          await new Promise((resolve) => setTimeout(resolve, 0));
          if (!outOfMemory && from <= deadly && deadly < from + count) {
            deaths += 1;
            throw new WorkerError({ kind: 'module', message: 'the module has stopped' });
          }
          const numbers = Array.from({ length: Math.min(count, 450 - from) }, (_, i) => from + i);
          return {
            rows: numbers.map(
              (i) => ({ id: `${outOfMemory ? 'lost' : 'scored'}_${i}` }) as TableRow,
            ),
            lines: new Blob(),
            malformed: {},
          };
        },
      };
      const settings = { ...SETTINGS };
      const lost: string[] = [];
      await scoreInChunks(
        pool,
        [file('simple_python', 450)],
        settings,
        new AbortController().signal,
        (_file, { rows }, from) => {
          scored.push(...rows.map((_, i) => from + i));
          lost.push(...rows.map(({ id }) => id).filter((id) => id.startsWith('lost')));
        },
        never,
      );
      expect(scored.sort((a, b) => a - b)).toEqual(Array.from({ length: 450 }, (_, i) => i));
      expect(lost).toEqual([`lost_${deadly}`]);
      expect(settings).toEqual({ ...SETTINGS, out_of_memory: [`lost_${deadly}`] });
      expect(deaths).toBe(2);
    },
  );
});
