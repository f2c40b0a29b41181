// Files out of archives, one archive at a time.
import { unpack } from '../lib/unpack.ts';
import type { DatedFile, UnpackedFiles } from './protocol.ts';

export async function unpackAll(files: readonly DatedFile[]): Promise<UnpackedFiles> {
  const all: UnpackedFiles = { files: [], skipped: [] };
  for (const { path, blob, date } of files) {
    const one = await unpack({ path, bytes: new Uint8Array(await blob.arrayBuffer()) });
    // At once, so that the bytes of no more than one file are held here.
    for (const { bytes, ...inner } of one.files) {
      const unpacked = new Blob([bytes as Uint8Array<ArrayBuffer>]);
      all.files.push({ ...(date !== undefined && { date }), ...inner, blob: unpacked });
    }
    all.skipped.push(...one.skipped);
  }
  return all;
}
