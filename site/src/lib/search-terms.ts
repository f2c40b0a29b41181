// What is typed into the search of a list of entries, as terms: words and "quoted phrases", each alone or behind the name
// of a field, as in `fn:preheat err:value "oven at 240"`. A prefix that names no field is part of the word.

/** Fields by their prefixes, in the words of the help. */
export const SEARCH_FIELDS = {
  fn: 'functions that the entry offers or the response calls',
  err: 'error type',
  cat: 'category',
  id: 'id of the entry',
} as const;
export type SearchField = keyof typeof SEARCH_FIELDS;
export const ALL_FIELDS = Object.keys(SEARCH_FIELDS) as SearchField[];

export interface SearchTerm {
  /** Null: any text of the row. */
  field: SearchField | null;
  /** In lower case. */
  text: string;
}

/** All texts of a row that are searched, in lower case, by field; `any` has those without one. */
export type SearchedTexts = Record<SearchField, string> & { any: readonly string[] };

// A word may have quotes inside; a phrase that is not closed yet, as while it is typed, goes to the end.
const TERM = /(?:([a-z]+):)?(?:"([^"]*)(?:"|$)|(\S+))/gi;

const isField = (name: string, fields: readonly SearchField[]): name is SearchField =>
  (fields as readonly string[]).includes(name);

/** `fields`: those that the list has. A field without a text, as while it is typed, is left out. */
export function searchTerms(
  text: string,
  fields: readonly SearchField[] = ALL_FIELDS,
): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [whole, prefix = '', phrase, word] of text.toLowerCase().matchAll(TERM)) {
    const field = isField(prefix, fields) ? prefix : null;
    if (field) terms.push({ field, text: phrase ?? word ?? '' });
    // A field without a text is matched as a word.
    else if (whole.endsWith(':') && isField(whole.slice(0, -1), fields)) continue;
    else terms.push({ field, text: prefix ? whole : (phrase ?? whole) });
  }
  return terms.filter((term) => term.text !== '');
}

/** Whether every term occurs. */
export const matchesTerms = (terms: readonly SearchTerm[], texts: SearchedTexts): boolean =>
  terms.every(({ field, text }) =>
    field
      ? texts[field].includes(text)
      : texts.any.some((one) => one.includes(text)) ||
        texts.id.includes(text) ||
        texts.fn.includes(text) ||
        texts.err.includes(text) ||
        texts.cat.includes(text),
  );
