// What an audit finds, as people read it: names of the classes, entries that are shown, tables for export.
import type { AuditList, AuditReport, AuditedEntry, SuspicionClass } from './scorer-types.ts';
import type { PlainTable } from './scorer-types.ts';

/** Short names of the classes, proofs first. */
export const CLASSES: Readonly<Record<SuspicionClass, string>> = {
  unreachable: 'unreachable',
  schema_conflict: 'contradicts its schema',
  agreed_alternative: 'agreed alternative',
  negative_discrimination: 'strong runs fail more',
  nobody_passes: 'passed by none',
  format_only: 'spelling only',
  ambiguous: 'ambiguous',
  underspecified: 'underspecified',
  variants_differ: 'differs from its variants',
};

/** The name of a class, before its evidence; none where the text begins with the same, and of other evidence. */
export const className = (name: string): string =>
  name !== 'nobody_passes' && Object.hasOwn(CLASSES, name) ? CLASSES[name as SuspicionClass] : '';

/** "probability 12 %", "proven". */
export const probabilityWords = (text: string): string =>
  text.endsWith('%') ? `probability ${text}` : text;

/** What follows the evidence of an entry, as far as there is any. */
export const remarksOf = (
  alternative: string | null | undefined,
  correction: string | null | undefined,
): { name: string; text: string }[] =>
  Object.entries({ 'agreed alternative': alternative, 'smallest correction': correction }).flatMap(
    ([name, text]) => (text ? [{ name, text }] : []),
  );

/** Names of the lists. */
export const LISTS: Readonly<Record<AuditList, string>> = {
  proof: 'Proof',
  likely_wrong: 'Likely wrong',
  hard: 'Hard',
  none: '',
};

export const suspicious = (
  report: AuditReport,
  kind = '',
  category = '',
  list = '',
): AuditedEntry[] =>
  report.entries.filter(
    (entry) =>
      (list ? entry.list === list : entry.suspicious) &&
      (!kind || entry.classes.some((one) => one === kind)) &&
      (!category || entry.category === category),
  );

/** How many entries each class has among those, in the order of the classes. */
export function classCounts(entries: readonly AuditedEntry[]): [SuspicionClass, number][] {
  const counts = new Map<SuspicionClass, number>();
  for (const { classes } of entries)
    for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return (Object.keys(CLASSES) as SuspicionClass[]).flatMap((one) =>
    counts.has(one) ? [[one, counts.get(one) ?? 0]] : [],
  );
}

/** How many entries each category has among those, by name. */
export function categoryCounts(entries: readonly AuditedEntry[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { category } of entries) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The columns of `bfclx dataset audit --format csv`. */
export const auditTable = ({ entries }: AuditReport): Omit<PlainTable, 'form'> => ({
  columns: [
    'id',
    'category',
    'suspicion',
    'suspicious',
    'classes',
    'runs',
    'passes',
    'failing_share',
    'agreed_share',
    'p_agreed',
    'q',
    'discrimination',
    'agreed_answer',
    'agreed_runs',
    'reasons',
    'list',
    'probability',
    'evidence',
    'agreed_families',
    'agreed_accuracy',
    'passing_accuracy',
    'correction',
  ],
  rows: entries.map((entry) => {
    const [first] = entry.answers;
    const agreed = first?.decoded && first.count > 1 ? first : null;
    return [
      entry.id,
      entry.category,
      entry.suspicion,
      entry.suspicious ? 'yes' : 'no',
      entry.classes.join('; '),
      entry.runs,
      entry.passes,
      entry.failing_share,
      entry.agreed_share,
      entry.p_agreed,
      entry.q,
      entry.discrimination?.value ?? null,
      agreed?.answer ?? '',
      agreed?.count ?? 0,
      entry.reasons.join(' | '),
      entry.list,
      entry.probability,
      entry.evidence.map(({ text }) => text).join(' | '),
      entry.alternative?.families ?? 0,
      entry.alternative?.accuracy ?? null,
      entry.alternative?.accuracy_passing ?? null,
      entry.correction_text ?? '',
    ];
  }),
});
