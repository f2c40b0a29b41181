// The playground: an element by the attributes and CSS properties of the form, its markup, and the events that it sends.
const KINDS = {
  'bfclx-leaderboard': {
    attributes: { src: '', tables: 'leaderboard/', table: '', theme: '', label: '' },
    properties: {
      height: '560px',
      '--bfclx-accent': '',
      '--bfclx-bg': '',
      '--bfclx-ink': '',
      '--bfclx-text': '',
    },
    events: ['loading', 'ready', 'error', 'change', 'select', 'model'],
  },
  'bfclx-scorer': {
    attributes: { src: '', name: '', fragment: '', mode: '', theme: '', label: '' },
    properties: { height: '560px' },
    events: ['ready', 'asking', 'progress', 'result', 'refused', 'error', 'entry'],
  },
};
const MOST_EVENTS = 100;
const find = (selector) => document.querySelector(selector);
const form = find('form');
const log = find('#log');

function fields(box, values) {
  const legend = box.querySelector('legend');
  const labels = Object.entries(values).map(([name, value]) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { name, value, spellcheck: false, autocomplete: 'off' });
    label.append(`${name} `, input);
    return label;
  });
  box.replaceChildren(legend, ...labels);
}
/** Of the fields in a box, those that are set. */
const given = (box) =>
  [...box.querySelectorAll('input')]
    .filter(({ value }) => value.trim() !== '')
    .map(({ name, value }) => [name, value.trim()]);

function say(type, detail) {
  const line = document.createElement('div');
  line.textContent = `${type} ${JSON.stringify(detail)?.slice(0, 400) ?? ''}`;
  log.prepend(line);
  while (log.children.length > MOST_EVENTS) log.lastChild.remove();
}

const quoted = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function show() {
  const kind = form.elements.element.value;
  const attributes = given(find('#attributes'));
  const properties = given(find('#properties'));
  const element = document.createElement(kind);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  for (const [name, value] of properties) element.style.setProperty(name, value);
  for (const type of KINDS[kind].events)
    element.addEventListener(`bfclx-${type}`, (event) => say(event.type, event.detail));
  find('#stage').replaceChildren(element);
  const tag = [kind, ...attributes.map(([name, value]) => `${name}="${quoted(value)}"`)].join(' ');
  const css = properties.map(([name, value]) => `  ${name}: ${value};\n`).join('');
  const script = new URL(`${kind}.js`, document.baseURI).href;
  find('#markup').textContent =
    `<script defer src="${script}"></${'script'}>\n<${tag}></${kind}>${css ? `\n\n${kind} {\n${css}}` : ''}`;
}

function choose() {
  const kind = KINDS[form.elements.element.value];
  fields(find('#attributes'), kind.attributes);
  fields(find('#properties'), kind.properties);
  show();
}

form.addEventListener('change', (event) => (event.target.name === 'element' ? choose() : show()));
form.addEventListener('submit', (event) => event.preventDefault());
find('#clear').addEventListener('click', () => log.replaceChildren());
choose();
