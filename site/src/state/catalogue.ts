// All entries of the dataset, loaded category by category, and the entries whose ground truth cannot pass.
// What is there already is shown; a category that cannot be read is named and the rest goes on.
import { Atom } from '../lib/atom.ts';
import { catalogueRow, type CatalogueRow } from '../lib/entry-search.ts';
import type { GroundTruthFailure } from '../lib/scorer-types.ts';
import type { DatasetRef } from '../worker/protocol.ts';
import { dataset, startDataset } from './dataset.ts';
import { categoryInfo, describe, description, isDeferred, pool } from './pool.ts';
import { messageOf } from './runs.ts';

export interface Loading<R> {
  rows: R[];
  /** Categories that are read, of how many. */
  done: number;
  of: number;
  /** Categories that could not be read, and why. */
  failed: { category: string; message: string }[];
}

export interface TruthRow extends GroundTruthFailure {
  category: string;
}

/** Files of questions that several categories share. */
const SHARED = ['memory', 'web_search'];

/** Categories whose questions the dataset has, in the official order. */
function categories(): string[] {
  const { entries } = dataset.value;
  const there = (name: string) =>
    name in entries || SHARED.some((file) => file in entries && name.startsWith(`${file}_`));
  return (description.value?.categories ?? []).map(({ name }) => name).filter(there);
}

const nothing = <R>(): Loading<R> => ({ rows: [], done: 0, of: 0, failed: [] });

export const catalogue = new Atom<Loading<CatalogueRow>>(nothing());
export const truths = new Atom<Loading<TruthRow>>(nothing());

/** Fills an atom for the present dataset, and again when the dataset is another one. */
class Filler<R> {
  private key = '';
  constructor(
    private readonly atom: Atom<Loading<R>>,
    private readonly wanted: (category: string) => boolean,
    private readonly read: (category: string, ref: DatasetRef) => Promise<R[]>,
  ) {}

  async start(): Promise<void> {
    await startDataset();
    const { ref } = dataset.value;
    if (!ref || ref.key === this.key) return;
    this.key = ref.key;
    this.atom.set(nothing());
    try {
      await describe();
    } catch (error) {
      this.key = '';
      this.atom.set({ ...nothing(), failed: [{ category: '', message: messageOf(error) }] });
      return;
    }
    const names = categories().filter(this.wanted);
    for (const [i, category] of names.entries()) {
      const before = this.atom.value;
      let { rows, failed } = before;
      try {
        if (isDeferred(category)) await pool.fetchDeferred();
        rows = rows.concat(await this.read(category, ref));
      } catch (error) {
        failed = [...failed, { category, message: messageOf(error) }];
      }
      if (this.key !== ref.key) return;
      this.atom.set({ rows, failed, done: i + 1, of: names.length });
    }
  }
}

const entries = new Filler<CatalogueRow>(
  catalogue,
  () => true,
  async (category, ref) => {
    const language = categoryInfo(category)?.language ?? '';
    const found = await pool.scope(ref).callOn(0, 'entries', category);
    return found.map((entry) => catalogueRow(entry, category, language));
  },
);

const failures = new Filler<TruthRow>(
  truths,
  (category) => categoryInfo(category)?.kind === 'calls',
  async (category, ref) => {
    const found = await pool.scope(ref).callOn(1, 'groundTruthFailures', category);
    return found.map((failure) => ({ ...failure, category }));
  },
);

export const loadCatalogue = (): Promise<void> => entries.start();
export const loadTruths = (): Promise<void> => failures.start();
