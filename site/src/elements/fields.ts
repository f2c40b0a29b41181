// Fields of the playground: one for each attribute and CSS property, with its text from the documentation.
import type { Attribute, StyleProperty } from '../../build-tools/elements.ts';

type Child = Node | string;
export function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  members: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
}

/** A cell of a table: code is code, and links are their words. */
export function words(markdown: string): Child[] {
  const text = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text.split('`').map((part, i) => (i % 2 ? made('code', { textContent: part }) : part));
}

const label = (id: string, text: string) =>
  made('label', { htmlFor: id, className: 'code', textContent: text });
const hint = (id: string, what: string) =>
  made('div', { id: `${id}-what`, className: 'what' }, ...words(what));
const plainInput = (name: string, id: string, value: string) =>
  made('input', { id, name, value, spellcheck: false, autocomplete: 'off' });

export function attributeField({ name, what, choices }: Attribute, value: string): HTMLElement {
  const id = `attribute-${name}`;
  const options = ['', ...choices].map((one) =>
    made('option', { value: one, textContent: one || 'not set' }),
  );
  const input =
    choices.length > 0 ? made('select', { id, name }, ...options) : plainInput(name, id, value);
  input.value = value;
  input.setAttribute('aria-describedby', `${id}-what`);
  return made('div', { className: 'field' }, label(id, name), input, hint(id, what));
}

/** "#rrggbb" of a color, in the color scheme of the page. */
function hexOf(color: string): string {
  const probe = made('span', {});
  probe.style.color = color;
  document.body.append(probe);
  const parts =
    getComputedStyle(probe)
      .color.match(/[\d.]+/g)
      ?.slice(0, 3) ?? [];
  probe.remove();
  return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, '0')).join('')}`;
}

/** A field that also takes any text has a color beside it; `set` is called for one that is picked. */
export function propertyField(
  { name, what, initial }: StyleProperty,
  value: string,
  set: () => void,
): HTMLElement {
  const id = `property-${name}`;
  const input = plainInput(name, id, value);
  input.placeholder = initial;
  input.setAttribute('aria-describedby', `${id}-what`);
  const row = made('div', { className: 'row' }, input);
  if (CSS.supports('color', initial)) {
    const picker = made('input', {
      type: 'color',
      ariaLabel: `Pick ${name}`,
      value: hexOf(value || initial),
    });
    picker.addEventListener('input', () => (input.value = picker.value));
    picker.addEventListener('change', set);
    input.addEventListener('change', () => (picker.value = hexOf(input.value || initial)));
    row.append(picker);
  }
  return made('div', { className: 'field' }, label(id, name), row, hint(id, what));
}
