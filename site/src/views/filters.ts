// The filters above a table of entries. Each is a parameter of the address.
import { html } from 'lit';
import { route, setParams } from '../state/router.ts';

/** `leave`: Escape clears the search and goes there. */
export const searchField = (placeholder: string, leave: () => void) => html`<input
  type="search"
  placeholder=${placeholder}
  aria-label="Search entries"
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
