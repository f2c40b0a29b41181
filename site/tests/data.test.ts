// The build's dataset folder: what is said where it is none. The tables of the leaderboard.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officialFolder, tableFiles } from '../build-tools/data.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bfclx-data-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a folder without a manifest is refused, with what to do', () => {
  vi.stubEnv('BFCLX_DATASET', folder);
  expect(() => officialFolder('/nowhere')).toThrow(
    `tools/get-dataset --from ${folder} --to ANOTHER`,
  );
  writeFileSync(join(folder, 'manifest.json'), '{}');
  expect(officialFolder('/nowhere')).toBe(folder);
});

test('a folder that is not there is refused; none and nothing are no folder', () => {
  vi.stubEnv('BFCLX_DATASET', join(folder, 'x'));
  expect(() => officialFolder('/nowhere')).toThrow('is not there');
  vi.stubEnv('BFCLX_DATASET', 'none');
  expect(officialFolder('/nowhere')).toBe(null);
  vi.stubEnv('BFCLX_DATASET', undefined);
  expect(officialFolder('/nowhere')).toBe(null);
});

test('the public tables have an index with version and date, the newest version first', () => {
  for (const name of [
    'v3_2025-06-14.csv',
    'v3_executable_2024-11-18.csv',
    'v4_2026-04-12.csv',
    'README.md',
  ])
    writeFileSync(join(folder, name), name);
  const files = tableFiles(folder);
  expect(JSON.parse(String(files[0]?.read()))).toEqual([
    { version: 'v4', date: '2026-04-12', file: 'v4_2026-04-12.csv', scored: 'v4_2026-04-12.json' },
    {
      version: 'v3_executable',
      date: '2024-11-18',
      file: 'v3_executable_2024-11-18.csv',
      scored: 'v3_executable_2024-11-18.json',
    },
    { version: 'v3', date: '2025-06-14', file: 'v3_2025-06-14.csv', scored: 'v3_2025-06-14.json' },
  ]);
  expect(files.map(({ url }) => url).sort()).toEqual([
    'leaderboard/index.json',
    'leaderboard/v3_2025-06-14.csv',
    'leaderboard/v3_executable_2024-11-18.csv',
    'leaderboard/v4_2026-04-12.csv',
  ]);
});
