// Files of cases that are dropped or saved: archives are unpacked, and a benchmark's folder is packed.

export interface CaseFile {
  path: string;
  text: string;
}

/** Bytes of files that are read. */
const MOST = 200_000_000;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** A case of a benchmark, not a result: it has a question and what is expected, and no response. */
export function isCase(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || 'result' in value) return false;
    return (
      ('question' in value || 'messages' in value) && ('expected' in value || 'tools' in value)
    );
  } catch {
    return false;
  }
}

/** The texts of files, and of what is in archives. */
export async function unzipped(files: readonly File[]): Promise<CaseFile[]> {
  const texts: CaseFile[] = [];
  const decoder = new TextDecoder();
  for (const file of files) {
    if (file.size > MOST) throw new Error(`${file.name}: larger than 200 MB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isZip(bytes)) {
      texts.push({ path: file.name, text: decoder.decode(bytes) });
      continue;
    }
    const { readZip } = await import('./zip.ts');
    const { inflateSync } = await import('fflate');
    for (const { path, special, encrypted, method, packed, size } of readZip(bytes).members) {
      if (special || encrypted || size > MOST || !/\.(?:jsonl?|ndjson|csv|tsv)$/i.test(path))
        continue;
      const member = method === 0 ? packed : inflateSync(packed, { out: new Uint8Array(size) });
      texts.push({ path, text: decoder.decode(member) });
    }
  }
  return texts;
}

/** The folder `name` with these files, as an archive. The same files give the same bytes. */
export async function zipped(name: string, files: readonly CaseFile[]): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const encoder = new TextEncoder();
  const all = Object.fromEntries(
    files.map(({ path, text }) => [`${name}/${path}`, encoder.encode(text)]),
  );
  const bytes = zipSync(all, { mtime: new Date(1980, 0, 1) });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}
