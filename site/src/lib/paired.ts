// Statistics of paired runs: the same entries judged twice. As core/leaderboard has them, so that the page
// and `bfclx compare` say the same: entries that share a scenario, a question or function docs are one
// cluster, and only entries that both runs have are compared.
import type { Interval } from './stats.ts';
import type { TableRow } from './rows.ts';

const Z = 1.959963984540054;
const FAMILIES = ['multi_turn', 'memory', 'web_search'];

/** What an entry depends on together with others, as a key. */
export function clusterOf(category: string, id: string): string {
  if (category === 'format_sensitivity') return `${category}:${id.slice(id.lastIndexOf(':') + 1)}`;
  const number = id.startsWith(`${category}_`) ? id.slice(category.length + 1) : id;
  const family = FAMILIES.find((name) => category.startsWith(name));
  if (family) return `${family}:${number}`;
  const docs = category.startsWith('live_') ? /^[^-]*-(.+)-[^-]*$/.exec(number)?.[1] : undefined;
  return `${category}:${docs ?? id}`;
}

/** ln C(n, k), by sums. */
function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log((n - k + i) / i);
  return sum;
}

/** McNemar's exact test of entries that flipped: two-sided binomial; 1 when nothing leans. */
export function mcnemar(gained: number, lost: number): number {
  if (gained === lost) return 1;
  const n = gained + lost;
  const fewer = Math.min(gained, lost);
  let sum = 1;
  let term = 1;
  for (let k = fewer; k > 0; k--) {
    term *= k / (n - k + 1);
    sum += term;
  }
  return Math.min(1, 2 * sum * Math.exp(logChoose(n, fewer) - n * Math.LN2));
}

/** The same with clusters: their sums (gained - lost) keep or change sign together. Exact, two-sided. */
export function clusterSignTest(sums: readonly number[]): number {
  const observed = Math.abs(sums.reduce((a, b) => a + b, 0));
  if (observed === 0) return 1;
  const total = sums.reduce((a, b) => a + Math.abs(b), 0);
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reached = 0;
  for (const sum of sums) {
    const size = Math.abs(sum);
    if (size === 0) continue;
    reached += size;
    for (let k = reached; k >= 0; k--) chance[k] = ((chance[k] ?? 0) + (k >= size ? (chance[k - size] ?? 0) : 0)) / 2;
  }
  let p = 0;
  for (let k = 0; k <= total; k++) if (Math.abs(2 * k - total) >= observed) p += chance[k] ?? 0;
  return Math.min(1, p);
}

/** Holm's step-down adjustment, in the order of the input. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((_, i) => i).sort((i, j) => (ps[i] ?? 1) - (ps[j] ?? 1));
  const adjusted = new Array<number>(ps.length).fill(1);
  let least = 0;
  order.forEach((at, i) => {
    least = Math.max(least, Math.min(1, (ps.length - i) * (ps[at] ?? 1)));
    adjusted[at] = least;
  });
  return adjusted;
}

interface Cluster {
  entries: number;
  gained: number;
  lost: number;
}

/** Difference of two shares on the same entries, with Bonett and Price's interval, clusters respected. */
export function difference(clusters: readonly Cluster[]): { value: number; interval: Interval } {
  const sum = (of: (cluster: Cluster) => number) => clusters.reduce((total, cluster) => total + of(cluster), 0);
  const entries = sum((c) => c.entries);
  if (entries === 0) return { value: 0, interval: { low: -1, high: 1 } };
  const [gained, lost] = [sum((c) => c.gained), sum((c) => c.lost)];
  const value = (gained - lost) / entries;
  let effective = entries;
  const used = clusters.length;
  if (used > 1 && used < entries) {
    const squares = sum((c) => (c.gained - c.lost - value * c.entries) ** 2);
    const variance = ((used / (used - 1)) * squares) / entries ** 2;
    const independent = ((gained + lost) / entries - value ** 2) / (entries - 1);
    if (independent > 0) effective = entries / Math.max(1, variance / independent);
  }
  const scale = effective / entries;
  const up = (gained * scale + 1) / (effective + 2);
  const down = (lost * scale + 1) / (effective + 2);
  const half = Z * Math.sqrt(Math.max(0, up + down - (up - down) ** 2) / (effective + 2));
  return { value, interval: { low: Math.max(-1, up - down - half), high: Math.min(1, up - down + half) } };
}

export interface Pairing {
  /** Empty: all categories together. */
  category: string;
  /** Entries that both runs have. */
  entries: number;
  aRight: number;
  bRight: number;
  gained: number;
  lost: number;
  difference: { value: number; interval: Interval };
  mcnemar: number;
  /** Clusters respected; McNemar's own where every entry is its own cluster. */
  p: number;
  clustered: boolean;
  /** `p` adjusted over all categories. */
  holm: number;
}

export type FlipKind = 'lost' | 'gained' | 'other';

export interface Flip<R> {
  id: string;
  category: string;
  /** lost: right in A alone; gained: right in B alone; other: wrong in both for another reason. */
  kind: FlipKind;
  a: R;
  b: R;
}

export interface Comparison<R> {
  overall: Pairing;
  categories: Pairing[];
  flips: Flip<R>[];
  /** Entries that only one of the runs has. */
  onlyA: number;
  onlyB: number;
}

function judged<R extends TableRow>(rows: readonly R[]): Map<string, R> {
  return new Map(rows.filter((row) => row.valid !== null && !row.superseded).map((row) => [row.id, row]));
}

function pairing<R extends TableRow>(category: string, pairs: readonly [R, R][]): Pairing {
  const clusters = new Map<string, Cluster>();
  let [aRight, bRight, gained, lost] = [0, 0, 0, 0];
  for (const [a, b] of pairs) {
    const key = clusterOf(a.category, a.id);
    let cluster = clusters.get(key);
    if (!cluster) clusters.set(key, (cluster = { entries: 0, gained: 0, lost: 0 }));
    cluster.entries += 1;
    if (a.valid) aRight += 1;
    if (b.valid) bRight += 1;
    if (a.valid === b.valid) continue;
    if (b.valid) {
      gained += 1;
      cluster.gained += 1;
    } else {
      lost += 1;
      cluster.lost += 1;
    }
  }
  const sums = [...clusters.values()].map((cluster) => cluster.gained - cluster.lost);
  const exact = mcnemar(gained, lost);
  const clustered = clusters.size < pairs.length;
  const p = clustered ? clusterSignTest(sums) : exact;
  return {
    category, entries: pairs.length, aRight, bRight, gained, lost, clustered, p, holm: p, mcnemar: exact,
    difference: difference([...clusters.values()]),
  };
}

/** `order` gives the place of a category; `counts` tells those that make up the overall comparison. */
export function compareRuns<R extends TableRow>(
  a: readonly R[], b: readonly R[], order: (category: string) => number, counts: (category: string) => boolean = () => true,
): Comparison<R> {
  const inA = judged(a);
  const inB = judged(b);
  const pairs: [R, R][] = [];
  for (const [id, row] of inB) {
    const other = inA.get(id);
    if (other) pairs.push([other, row]);
  }
  const byCategory = new Map<string, [R, R][]>();
  for (const pair of pairs) {
    const some = byCategory.get(pair[0].category);
    if (some) some.push(pair);
    else byCategory.set(pair[0].category, [pair]);
  }
  const categories = [...byCategory]
    .sort(([x], [y]) => order(x) - order(y))
    .map(([category, some]) => pairing(category, some));
  const adjusted = holm(categories.map(({ p }) => p));
  const flips = pairs.flatMap(([x, y]): Flip<R>[] => {
    const kind = x.valid && !y.valid ? 'lost' : !x.valid && y.valid ? 'gained' : !x.valid && x.error_type !== y.error_type ? 'other' : null;
    return kind ? [{ id: x.id, category: x.category, kind, a: x, b: y }] : [];
  });
  return {
    overall: pairing('', pairs.filter(([row]) => counts(row.category))),
    categories: categories.map((one, i) => ({ ...one, holm: adjusted[i] ?? 1 })),
    flips: flips.sort((x, y) => order(x.category) - order(y.category)),
    onlyA: inA.size - pairs.length,
    onlyB: inB.size - pairs.length,
  };
}

/** A p-value for people: two digits, "< 0.000001", never 0. */
export const pText = (p: number): string =>
  p >= 0.9995 ? '1' : p < 1e-6 ? '< 0.000001' : p.toLocaleString('en', { maximumSignificantDigits: p < 0.001 ? 1 : 2, maximumFractionDigits: 20 });

/** "p = 0.02", "p < 0.000001". */
export const pEquals = (p: number): string => (pText(p).startsWith('<') ? `p\u00a0${pText(p)}` : `p\u00a0=\u00a0${pText(p)}`);

/** What the p-value means, in plain words. */
export function meaning({ gained, lost, p }: Pick<Pairing, 'gained' | 'lost' | 'p'>): string {
  const flips = gained + lost;
  if (flips === 0) return 'No entry flipped: these replies do not tell the runs apart.';
  const often =
    p >= 0.5
      ? 'in most comparisons'
      : p >= 1e-6
        ? `in about one of ${Math.round(1 / p).toLocaleString('en')} comparisons`
        : 'in less than one of a million comparisons';
  const verdict =
    p < 0.01
      ? 'Chance is a poor explanation.'
      : p < 0.05
        ? 'Chance is an unlikely explanation, and no more than that.'
        : 'Chance explains it; a difference cannot be claimed from this.';
  return `If both runs were equally good, each flip would go either way like a coin: a split as uneven as ${gained} against ${lost}, or more so, would come about ${often}. ${verdict}`;
}
