// The filters above a table of entries. Each is a parameter of the address.
import { html } from 'lit';
import { SEARCH_FIELDS, type SearchField } from '../lib/search-terms.ts';
import { route, setParams } from '../state/router.ts';

/** How the search is written, where the pointer rests and for screen readers. */
const syntax = (fields: readonly SearchField[]): string =>
  [
    'All words must occur; "quotes" hold a phrase together.',
    ...fields.map((name) => `${name}: ${SEARCH_FIELDS[name]}`),
  ].join('\n');

/** `fields`: those that terms may name; `leave`: Escape clears the search and goes there. */
export const searchField = (
  placeholder: string,
  fields: readonly SearchField[],
  leave: () => void,
) => html`<input
  type="search"
  placeholder=${placeholder}
  aria-label="Search entries"
  title=${syntax(fields)}
  .value=${route.value.params.q ?? ''}
  @input=${(event: Event) => setParams({ q: (event.target as HTMLInputElement).value || undefined })}
  @keydown=${(event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    setParams({ q: undefined });
    leave();
  }}
/>`;

/** A choice of values; the one in the address is offered even when there are no entries with it (yet). */
export function choice(
  name: 'category' | 'error' | 'language',
  label: string,
  values: readonly string[],
) {
  const chosen = route.value.params[name] ?? '';
  const all = chosen && !values.includes(chosen) ? [...values, chosen] : values;
  return html`<select aria-label=${label} @change=${(event: Event) => setParams({ [name]: (event.target as HTMLSelectElement).value || undefined })}>
    <option value="" ?selected=${chosen === ''}>${label}</option>
    ${all.map((value) => html`<option value=${value} ?selected=${value === chosen}>${value}</option>`)}
  </select>`;
}
