// The models of a leaderboard in other languages (data/languages.json). Nothing in the file is trusted: a row of another
// form is left out.
export interface LanguageRow {
  model: string;
  language: string;
  dataset: string;
  entries: number;
  source: number;
  translation: number;
  difference: string;
  interval: string;
  p: string;
}
export interface BoardLanguages {
  /** What the rows are. */
  text: string;
  rows: LanguageRow[];
}

const MOST = 1000;
type Members = Record<string, unknown>;
const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '');
const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1;

function row(value: unknown): LanguageRow[] {
  const own = members(value);
  const texts = members(own['texts']);
  const { entries, source, translation } = own;
  if (!isShare(source) || !isShare(translation) || typeof entries !== 'number') return [];
  return [
    {
      model: text(own['model']),
      language: text(own['language']),
      dataset: text(own['dataset']),
      entries,
      source,
      translation,
      difference: text(texts['difference']),
      interval: text(texts['interval_95']),
      p: text(texts['p_holm']),
    },
  ];
}

export function readLanguages(value: unknown): BoardLanguages {
  const file = members(value);
  const rows = Array.isArray(file['rows']) ? file['rows'].slice(0, MOST) : [];
  return { text: text(file['text']), rows: rows.flatMap(row) };
}
