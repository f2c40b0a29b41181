// Reads bfclx_manifest.json, which `bfclx generate` writes into a result folder.

export interface Manifest {
  /** When the generation began. */
  started?: string;
  /** Of a deliberate sample: how many entries were drawn. */
  sample?: number;
}

/** More is none. */
export const MOST_MANIFEST_BYTES = 1 << 22;

type Members = Record<string, unknown>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

/** Null: it cannot be read. */
export function readManifest(text: string): Manifest | null {
  try {
    const { started, settings } = membersOf(JSON.parse(text));
    const { entries } = membersOf(membersOf(settings)['sample']);
    return {
      ...(typeof started === 'string' && { started }),
      ...(Number.isSafeInteger(entries) &&
        (entries as number) > 0 && { sample: entries as number }),
    };
  } catch {
    return null;
  }
}
