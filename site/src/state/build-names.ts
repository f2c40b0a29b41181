// The names of the files that verdicts are made by: each has the hash of what it holds.
import { deferredUrl, wasmUrl } from 'bfclx';

const HASHED = /[^/]+-[\w-]{8}\.(?:js|wasm)$/;

/** Null where files have no such names, as while the site is being developed. `script`: one that names the page's others. */
export function buildNames(script: string): string[] | null {
  const files = [wasmUrl().pathname, deferredUrl().pathname];
  const names = [...files, new URL(script).pathname].flatMap(
    (path) => HASHED.exec(path)?.[0] ?? [],
  );
  return names.length === files.length + 1 ? names : null;
}
