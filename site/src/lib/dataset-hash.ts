// The hash of a dataset over what its files hold, whatever a manifest among them says.

/** Not among those that the hash is over: what says it, sentences with a hash of their own, recorded answers. */
const APART = new Set(['manifest.json', 'prompt_texts.json', 'cassette.jsonl']);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * As tools/get-dataset makes it: over the lines "<sha256>  <path>\n", sorted. Null where the browser hashes nothing:
 * pages that came over http from another machine.
 */
export async function hashOfFiles(
  files: readonly { path: string; blob: Blob }[],
): Promise<string | null> {
  if (!(globalThis.crypto as Crypto | undefined)?.subtle) return null;
  const named = files
    .filter(({ path }) => !APART.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  let lines = '';
  for (const { path, blob } of named)
    lines += `${await sha256(new Uint8Array(await blob.arrayBuffer()))}  ${path}\n`;
  return `sha256:${await sha256(new TextEncoder().encode(lines))}`;
}
