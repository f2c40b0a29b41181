// What stands beside every number of a run, whether it has an overall score or not: a deliberate sample, and results
// generated for an older version of the benchmark.
import { count, plural } from './format.ts';
import type { RunManifest } from './scorer-types.ts';

/** What the manifest of a run says, and what was found about it. */
export interface ManifestFacts extends Pick<RunManifest, 'started' | 'sample'> {
  /** That the responses were generated with. */
  dataset?: RunManifest['dataset'];
  /** Entries that the sample drew: fewer than were asked for where there are no more. Known once it is scored. */
  drawn?: number;
  /** That the responses were read with. */
  decoder?: string | null;
  /** That results were generated for; several are a warning of the module. */
  decoders?: RunManifest['decoders'];
  /** What makes it a repeat of other runs. */
  repeat?: RunManifest['repeat'];
  /** How fast streamed responses arrived. */
  streamed?: RunManifest['streamed'];
  /** Why it cannot be read. */
  error?: string | null;
  /** A sample that does not match the responses: the module says so in a warning. */
  ignored?: RunManifest['sample'];
}

interface Facts {
  manifest: Pick<ManifestFacts, 'sample' | 'drawn'> | null;
  /** "v3"; else empty. */
  madeFor: string;
}

/** Entries of a sample; 0: it is none. */
export const sampleSize = (manifest: Facts['manifest']): number =>
  manifest?.sample ? (manifest.drawn ?? manifest.sample.entries) : 0;

export function runFacts({ manifest, madeFor }: Facts): { text: string; title: string }[] {
  const sample = manifest?.sample;
  const drawn = sampleSize(manifest);
  return [
    ...(sample
      ? [
          {
            text: `sample of ${count(drawn)}`,
            title: `Only ${plural(drawn, 'entry was', 'entries were')} generated, drawn with seed ${sample.seed}${sample.scheme === 'equal' ? ', equal shares of the categories' : ''}`,
          },
        ]
      : []),
    ...(madeFor
      ? [
          {
            text: `generated for ${madeFor}`,
            title: `The result files are named for ${madeFor} of the benchmark; their entries may differ from those of the loaded dataset`,
          },
        ]
      : []),
  ];
}

/**
 * What the module is told of a run's manifest when it reports, diagnoses or warns: its sample as it stands, so that
 * the module itself finds that it does not match.
 */
export type OfManifest = Pick<RunManifest, 'sample' | 'dataset' | 'decoders' | 'streamed'> & {
  manifest_error: string | null;
};

export const ofManifest = (manifest: ManifestFacts | null): OfManifest => ({
  sample: manifest?.sample ?? manifest?.ignored ?? null,
  dataset: manifest?.dataset ?? null,
  decoders: manifest?.decoders ?? [],
  streamed: manifest?.streamed ?? null,
  manifest_error: manifest?.error ?? null,
});

/** "45 of 60 runs are still being scored"; of none nothing. */
export function stillScored(phases: readonly string[]): string {
  const busy = phases.filter((phase) => phase === 'opening' || phase === 'scoring').length;
  if (busy === 0) return '';
  return `${count(busy)} of ${plural(phases.length, 'run')} ${busy === 1 ? 'is' : 'are'} still being scored`;
}
