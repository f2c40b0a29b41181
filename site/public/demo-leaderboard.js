// A leaderboard's page: the address keeps the board and what the reader has chosen, so that a link or a reload shows the same.
const element = document.querySelector('bfclx-leaderboard');
const form = document.querySelector('form');

/** "#sort=-cost&groups=Live" and back. Lists have a line an item. */
function viewOf(hash) {
  const view = {};
  for (const [name, text] of new URLSearchParams(hash.slice(1)))
    view[name] = name === 'groups' || name === 'selected' ? text.split('\n') : text;
  return view;
}
function hashOf(view) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    const text = Array.isArray(value) ? value.join('\n') : value;
    if (text) query.set(name, text);
  }
  return `#${query}`;
}

const board = new URLSearchParams(location.search).get('board');
if (board) {
  form.elements.board.value = board;
  element.setAttribute('src', board);
}
customElements.whenDefined('bfclx-leaderboard').then(() => {
  element.view = viewOf(location.hash);
  element.addEventListener('bfclx-change', ({ detail }) =>
    history.replaceState(null, '', hashOf(detail.view)),
  );
  addEventListener('hashchange', () => (element.view = viewOf(location.hash)));
});
