// The one pool of the page, and what the module says of itself.
import { Atom } from '../lib/atom.ts';
import { Pool } from '../worker/pool.ts';
import type { Outcome } from '../worker/protocol.ts';

/** Workers beyond eight gain little and cost memory. */
export const pool = new Pool(Math.min(8, Math.max(2, navigator.hardwareConcurrency || 2)));

export type Description = Outcome<'describe'>;

/** Version, decoders and categories; null until the module is there. */
export const description = new Atom<Description | null>(null);

let asked: Promise<Description> | null = null;

/** Loads the module when nobody has yet. Rejects with a WorkerError. */
export function describe(): Promise<Description> {
  asked ??= pool.call('describe').then((value) => {
    description.set(value);
    return value;
  });
  asked.catch(() => (asked = null));
  return asked;
}

/** It is in no overall score. */
export const isApart = (name: string): boolean => categoryInfo(name)?.scored === false;

/** Its scoring needs the deferred part of the module: worth fetching before a worker has to wait for it. */
export function isDeferred(name: string): boolean {
  const info = categoryInfo(name);
  if (!info) return false;
  return info.language !== 'python' || info.kind === 'multi_turn' || info.kind === 'executable';
}

/** Facts of a category; undefined for unknown ones and before the module is there. */
export const categoryInfo = (name: string) =>
  description.value?.categories.find((category) => category.name === name);
