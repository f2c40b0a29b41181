// The playground (demo-elements.html): an element with the attributes and CSS properties of the form, its HTML, and the events
// that it sends. The lists are those of EMBEDDING.md. Built on its own as demo-elements.js.
import { docs, elements, properties } from 'virtual:elements';
import { attributeField, made, propertyField, words } from './fields.ts';
import { hashOf, isValue, markupOf, settingsIn, type Settings } from './settings.ts';

/** What each element shows at first. */
const FIRST: Readonly<Record<string, Settings['attributes']>> = {
  'bfclx-leaderboard': { tables: 'leaderboard/' },
  'bfclx-scorer': {
    src: 'sample/results/bad-model/non_live/BFCL_v4_simple_python_result.json',
    name: 'sample',
  },
};
const HEIGHT = { name: 'height', what: 'the height of the element', initial: 'auto' };
const FIRST_PROPERTIES = { height: '560px' };
/** Elements with the CSS properties of the documentation. */
const STYLED = ['bfclx-leaderboard'];
const MOST_EVENTS = 200;
const LONGEST_DETAIL = 400;

function find<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element as T;
}
const [kind, scheme, stage, log] = [
  find<HTMLSelectElement>('element'),
  find<HTMLSelectElement>('scheme'),
  find('stage'),
  find('log'),
];

const tableOf = (tag: string) => elements.find((one) => one.tag === tag);
const propertiesOf = (tag: string) => [HEIGHT, ...(STYLED.includes(tag) ? properties : [])];
const firstOf = (tag: string): Settings => ({
  tag,
  attributes: { ...FIRST[tag] },
  properties: FIRST_PROPERTIES,
});

/** The fields of a box that are set. Invalid values of CSS properties are marked and left out. */
function given(
  box: HTMLElement,
  isRight: (name: string, value: string) => boolean,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of box.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const value = field.value.trim();
    const right = value === '' || isRight(field.name, value);
    field.ariaInvalid = right ? null : 'true';
    if (value && right) found[field.name] = value;
  }
  return found;
}

/** A custom property takes any text, so it is tried as what its initial value is. */
function isRight(name: string, value: string): boolean {
  if (!isValue(value)) return false;
  if (name === HEIGHT.name) return CSS.supports(name, value);
  const initial = properties.find((one) => one.name === name)?.initial ?? '';
  const like = ['color', 'width', 'box-shadow', 'font-family'].find((one) =>
    CSS.supports(one, initial),
  );
  return like === undefined || CSS.supports(like, value);
}

const settings = (): Settings => ({
  tag: kind.value,
  attributes: given(find('attributes'), () => true),
  properties: given(find('properties'), isRight),
});

/** The element of these settings: the one that is there, unless it reads a changed attribute only when it is new. */
function elementFor({ tag, attributes }: Settings): HTMLElement {
  const there = stage.firstElementChild as HTMLElement | null;
  const names = tableOf(tag)?.attributes.map(({ name }) => name) ?? [];
  const changed = names.filter((name) => there?.getAttribute(name) !== (attributes[name] ?? null));
  const type = customElements.get(tag) as { observedAttributes?: readonly string[] } | undefined;
  const live = changed.every((name) => type?.observedAttributes?.includes(name));
  const element = there?.localName === tag && live ? there : document.createElement(tag);
  for (const name of changed.length > 0 ? names : []) {
    const value = attributes[name];
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  return element;
}

function show(): void {
  const now = settings();
  const element = elementFor(now);
  element.removeAttribute('style');
  for (const [name, value] of Object.entries(now.properties))
    element.style.setProperty(name, value);
  if (element.parentElement !== stage) stage.replaceChildren(element);
  find('markup').textContent = markupOf(now, new URL(`${now.tag}.js`, document.baseURI).href);
  find('copied').textContent = '';
  history.replaceState(null, '', hashOf(now));
}

/** The fields of an element, with these values. */
function fill(chosen: Settings): void {
  const table = tableOf(chosen.tag);
  if (!table) return;
  kind.value = chosen.tag;
  find('attributes').replaceChildren(
    ...table.attributes.map((one) => attributeField(one, chosen.attributes[one.name] ?? '')),
  );
  find('properties').replaceChildren(
    ...propertiesOf(chosen.tag).map((one) =>
      propertyField(one, chosen.properties[one.name] ?? '', show),
    ),
  );
  find('known').replaceChildren(
    ...table.events.flatMap(({ name, when }) => [
      made('dt', { textContent: name }),
      made('dd', {}, ...words(when)),
    ]),
  );
  stage.replaceChildren();
  show();
}

function note(event: Event): void {
  const { detail } = event as CustomEvent<unknown>;
  const text = (JSON.stringify(detail) as string | undefined) ?? '';
  const line = text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)} …` : text;
  log.prepend(made('div', { textContent: `${event.type} ${line}` }));
  while (log.children.length > MOST_EVENTS) log.lastChild?.remove();
}

async function copy(): Promise<void> {
  const text = find('markup').textContent ?? '';
  find('copied').textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'The browser does not allow copying. Select the text instead.',
  );
}

const fromAddress = (): Settings =>
  settingsIn(location.hash, document.baseURI, (tag) => {
    const table = tableOf(tag);
    return table
      ? {
          attributes: table.attributes.map(({ name }) => name),
          properties: propertiesOf(tag).map(({ name }) => name),
        }
      : null;
  }) ?? firstOf(elements[0]?.tag ?? '');

kind.append(...elements.map(({ tag }) => made('option', { textContent: tag })));
for (const name of new Set(elements.flatMap(({ events }) => events.map((one) => one.name))))
  stage.addEventListener(name, note);
const form = kind.form;
form?.addEventListener('change', ({ target }) => {
  if (target === kind) fill(firstOf(kind.value));
  else if (target === scheme) document.documentElement.dataset['theme'] = scheme.value;
  else if (target instanceof HTMLElement && target.hasAttribute('name')) show();
});
form?.addEventListener('submit', (event) => event.preventDefault());
find('reset').addEventListener('click', () => fill(firstOf(kind.value)));
find('copy').addEventListener('click', () => void copy());
find('clear').addEventListener('click', () => log.replaceChildren());
window.addEventListener('hashchange', () => fill(fromAddress()));
const link = find<HTMLAnchorElement>('docs');
link.href = docs;
link.hidden = docs === '';
fill(fromAddress());
