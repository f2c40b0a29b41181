// A worker's side with the real module: the sample, from bytes to verdicts and explanations.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deferredUrl, wasmUrl } from 'bfclx';
import { beforeAll, describe, expect, it } from 'vitest';
import { Host } from '../src/worker/host.ts';
import type { DatasetRef, FileRef } from '../src/worker/protocol.ts';
import { ofManifest } from '../src/lib/run-facts.ts';

const SAMPLE = join(import.meta.dirname, '../../tools/sample');

function blobsBelow(folder: string): Record<string, Blob> {
  const files = readdirSync(join(SAMPLE, folder), { recursive: true, withFileTypes: true }).filter(
    (e) => e.isFile(),
  );
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [relative(SAMPLE, path), new Blob([readFileSync(path)])];
    }),
  );
}

const data: Record<string, Blob> = {
  ...blobsBelow('data'),
  'models.json': new Blob([readFileSync(join(SAMPLE, 'models.json'))]),
};
const DATASET: DatasetRef = {
  key: 'sample',
  blobs: data,
  files: Object.fromEntries(Object.keys(data).map((p) => [p, 1])),
};
const RUN: FileRef[] = Object.entries(blobsBelow('results/bad-model')).map(([path, blob]) => ({
  key: path,
  path,
  blob,
}));

describe('a worker on the sample', () => {
  const host = new Host();
  beforeAll(async () => {
    const primary = await WebAssembly.compile(readFileSync(wasmUrl()));
    await host.start({ primary, deferred: null });
    const deferred = await WebAssembly.compile(readFileSync(deferredUrl()));
    await host.start({ primary, deferred });
    host.useDataset(DATASET);
  });

  it('scores the bad model as the program does', async () => {
    const settings = await host.proposeSettings(RUN, { model: 'bad-model' });
    expect(settings).toMatchObject({ decoder: 'openai_fc', underscore_to_dot: true });
    const given = { ...settings, model_name: 'bad-model', today: '2026-11-21' };
    let scored = 0;
    let right = 0;
    for (const file of RUN) {
      const opened = await host.openResults(file);
      const { rows, lines } = await host.score(file, given, 0, opened.entries);
      expect((await lines.text()).trim().split('\n').length).toBeGreaterThanOrEqual(rows.length);
      const counted = rows.filter((row) => !row.superseded && row.valid !== null);
      scored += counted.length;
      right += counted.filter((row) => row.valid).length;
    }
    expect([right, scored]).toEqual([8, 34]);
  });

  it('has what the search looks through, and the request that asks a model for an entry', async () => {
    const [found] = (await host.questionTexts('simple_python')).filter(
      ({ id }) => id === 'simple_python_90000',
    );
    expect(found?.question).toContain('when is high water in whitby');
    expect(found?.functions).toBe('harbour.tide_table');
    const settings = { model: 'm', api: 'chat' as const, fc: true, today: '2026-11-21' };
    const request = await host.firstRequest('simple_python', 'simple_python_90000', settings);
    expect(request).toMatchObject({ method: 'POST', path: '/chat/completions' });
    const body = JSON.parse(request?.body ?? '') as { model: string; tools: unknown[] };
    expect([body.model, body.tools.length]).toEqual(['m', 1]);
  });

  it('uses one file for an entry that several have a response to', async () => {
    const simple = RUN.find(({ path }) => path.includes('simple_python')) as FileRef;
    const path = simple.path.replace('simple_python', 'multiple');
    const files: FileRef[] = [
      { ...simple, key: 'second', path },
      { ...simple, key: 'first' },
    ];
    const scope = {
      callOn: (_: number, method: 'openResults', ...given: [FileRef]) => host[method](...given),
    };
    const second = (all: FileRef[]) => host.secondResponses(all);
    const { openFiles, refsOf } = await import('../src/state/open-files.ts');
    const once = await host.openResults(simple);
    const opened = await openFiles(files, scope as never, second);
    expect(opened.map(({ entries }) => entries)).toEqual([0, once.entries]);
    expect(files[0]?.notes).toMatchObject([{ file: path, fatal: true }]);
    expect(files[0]?.notes?.[0]?.message).toContain('simple_python_result.json is used (named for');
    expect(opened[0]?.problems.some(({ message }) => /no entries/.test(message))).toBe(false);
    // Again, as with other settings.
    expect((await openFiles(files, scope as never, second)).map(({ entries }) => entries)).toEqual([
      0,
      once.entries,
    ]);
    expect(files[0]?.notes).toHaveLength(1);
    const settings = await host.proposeSettings(refsOf(files), { model: 'bad-model' });
    const given = { ...settings, model_name: 'bad-model', today: '2026-11-21' };
    const findings = await host.diagnose(refsOf(files), given, ofManifest(null));
    const own = await host.diagnose([simple], given, ofManifest(null));
    const repeated = (all: typeof own) => all.find(({ code }) => code === 'duplicate_ids')?.count;
    expect(repeated(findings)).toBe(repeated(own));
  });

  it('finds what makes the score lie, inference logs included', async () => {
    const settings = {
      decoder: 'openai_fc',
      underscore_to_dot: true,
      model_name: 'bad-model',
      today: '2026-11-21',
    };
    const findings = await host.diagnose(RUN, settings, ofManifest(null));
    const counts = Object.fromEntries(findings.map(({ code, count }) => [code, count]));
    expect(counts).toEqual({
      cut_replies: 1,
      arguments_no_text: 2,
      missing_entries: 2,
      unusable_lines: 2,
      unknown_ids: 1,
      duplicate_ids: 1,
      turn_count: 1,
    });

    const log = [
      {
        begin_of_turn_query: [{ role: 'user', content: 'Another question' }],
        step_0: [{ content: 'hidden', tool_calls: [] }],
      },
    ];
    const line = JSON.stringify({
      id: 'multi_turn_base_90000',
      result: [[[]]],
      inference_log: log,
    });
    const logged: FileRef = { key: 'logged', path: 'logged.json', blob: new Blob([line]) };
    const codes = (await host.diagnose([logged], settings, ofManifest(null))).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(expect.arrayContaining(['other_dataset', 'empty_tool_calls']));
  });

  it('explains an entry and replays an episode', async () => {
    const settings = {
      decoder: 'openai_fc',
      underscore_to_dot: true,
      model_name: 'bad-model',
      today: '2026-11-21',
    };
    const file = RUN.find(({ path }) => path.includes('multi_turn_base'));
    if (!file) throw new Error('the sample has lost its episodes');
    const episode = await host.explain(file, 'multi_turn_base', 'multi_turn_base_90000', settings);
    expect(episode).toMatchObject({ type: 'episode', valid: false, failed_turn: 0 });
    const states = await host.episodeStates(
      file,
      'multi_turn_base',
      'multi_turn_base_90000',
      settings,
      0,
      1,
    );
    expect(states.changes.length).toBeGreaterThan(0);
    expect(Object.keys(states.model)).toEqual(['GorillaFileSystem']);
  });

  it('judges a single response', async () => {
    const settings = {
      decoder: 'prompting',
      underscore_to_dot: false,
      model_name: 'x',
      today: '2026-11-21',
    };
    const judge = (response: string) =>
      host.scoreOne('simple_python', 'simple_python_90000', response, settings);
    expect((await judge("[harbour.tide_table(harbour='Whitby', date='2026-05-03')]")).valid).toBe(
      true,
    );
    expect((await judge('['.repeat(100_000))).valid).toBe(false);
  });

  it('counts the dataset', async () => {
    const { categories } = await host.inspectDataset();
    const entries = Object.fromEntries(categories.map(({ name, entries }) => [name, entries]));
    expect(entries).toMatchObject({ simple_python: 5, multiple: 4, multi_turn_base: 3 });
  });

  it('takes another dataset', async () => {
    const only = 'data/BFCL_v4_irrelevance.json';
    host.useDataset({ key: 'other', files: { [only]: 1 }, blobs: { [only]: data[only] as Blob } });
    expect((await host.entries('irrelevance')).length).toBe(3);
    await expect(host.entries('simple_python')).rejects.toThrow();
  });
});
