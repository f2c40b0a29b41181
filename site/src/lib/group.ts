// Which model a result file belongs to, told by its path.

const GROUP_FOLDER =
  /^(?:non_live|live|multi_turn|agentic|memory|kv|vector|rec_sum|web_search|format_sensitivity|other)$/;

export interface NamedFile {
  path: string;
}

/** `result/my-model/live/BFCL_v4_live_simple_result.json` is of "my-model"; else null. */
export function modelOfPath(path: string): string | null {
  const parts = path.split('/').filter(Boolean);
  parts.pop();
  while (parts.length > 0 && GROUP_FOLDER.test(parts[parts.length - 1] ?? '')) parts.pop();
  const last = parts[parts.length - 1];
  return last && !/^(?:results?|score)$/.test(last) ? last : null;
}

/** Score files and the leaderboard's tables lie beside result files and are none. */
export const isScoreFile = (path: string): boolean => /_score\.json$|(?:^|\/)score\//.test(path);

/** Files by model, in the order of the files. Files without a folder share the name given. */
export function groupByModel<F extends NamedFile>(files: F[], otherwise: string): Map<string, F[]> {
  const groups = new Map<string, F[]>();
  for (const file of files) {
    const model = modelOfPath(file.path) ?? otherwise;
    const group = groups.get(model);
    if (group) group.push(file);
    else groups.set(model, [file]);
  }
  return groups;
}

/** A name that is not among those taken: "a", "a (2)", ... */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const name = `${wanted} (${n})`;
    if (!taken.has(name)) return name;
  }
}

/** The version of the benchmark that most of the files are named for, "v3", where it is not v4; empty otherwise. */
export function otherVersion(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = path.split('/').pop() ?? '';
    const version =
      /^BFCL_(v\d)_/.exec(name)?.[1] ?? (/^gorilla_openfunctions_v1_/.test(name) ? 'v1' : '');
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [''];
  return most === 'v4' ? '' : most;
}
