// The build's dataset folder: what is said where it is none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officialFolder } from '../build-tools/data.ts';

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
