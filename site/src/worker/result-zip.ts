// Result files in one archive, in the form of the official program.
import type { Scorer } from '../lib/scorer-types.ts';

export async function resultZip(
  scorer: Scorer,
  files: readonly { path: string; blob: Blob }[],
): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const all: Record<string, Uint8Array> = {};
  for (const { path, blob } of files)
    all[path] = scorer.resultFile(new Uint8Array(await blob.arrayBuffer()));
  return new Blob([zipSync(all) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}
