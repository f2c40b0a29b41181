// Once through everything by keyboard alone: no pointer, no focus set by the test, no selector pressed. After every press
// of Tab the focus is somewhere, in view and to be seen.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { firstTool, standIn } from './stand-in.mjs';
import { LINES, setUp, shows } from './support.mjs';

let server;
before(async () => {
  server = await standIn({ answer: firstTool });
});
const { on } = setUp(() => [server]);

/** What has the focus: its name, where it is, whether a person sees that it is there. */
const focus = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return { name: '(nothing)', none: true };
    const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.title || element.tagName;
    const box = element.getBoundingClientRect();
    const rings = (of) => {
      const style = getComputedStyle(of);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    };
    // The paper's ring is its frame's; the divider is painted by itself.
    let seen = element.matches('[role=separator]') || rings(element);
    for (let of = element; of && !seen; of = of.assignedSlot ?? of.parentElement ?? of.getRootNode().host) seen = of.matches?.('.box:focus-within') ?? false;
    const inView = box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    return { name: name.replace(/\s+/g, ' ').trim().slice(0, 80), role: element.getAttribute('role') ?? element.tagName.toLowerCase(), seen, inView };
  });

/** Presses Tab until something of that name has the focus; `keys`: Tab or Shift+Tab. */
async function tabTo(page, name, { most = 60, key = 'Tab' } = {}) {
  const way = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const at = await focus(page);
    way.push(`${at.role}: ${at.name}`);
    if (at.none) continue;
    assert.ok(at.seen, `the focus on “${at.name}” is not to be seen; the way there: ${way.join(' | ')}`);
    assert.ok(at.inView, `“${at.name}” has the focus and is out of view; the way there: ${way.join(' | ')}`);
    if (name.test(at.name)) return i + 1;
  }
  return assert.fail(`${name} is not reached in ${most} presses: ${way.join(' | ')}`);
}

async function press(page, name, options) {
  const presses = await tabTo(page, name, options);
  await page.keyboard.press('Enter');
  return presses;
}

const keeps = async (page, where) => {
  const at = await focus(page);
  assert.ok(!at.none, `${where}: the focus is lost`);
  assert.ok(at.inView, `${where}: “${at.name}” has the focus and is out of view`);
};

test('once through everything by keyboard alone', () =>
  on('#score', async (page) => {
    const { keyboard } = page;
    const view = (name) => page.locator(`bx-${name}`).waitFor();

    // Paste, score, the list: failures first.
    await page.locator('bx-score .box').waitFor();
    await tabTo(page, /^Result lines$/);
    await page.locator('bx-editor .cm-content').waitFor();
    await keyboard.insertText(LINES);
    await press(page, /^Score$/);
    await shows(page, '\\d+ entries');
    await keyboard.press('ArrowDown');
    await page.locator('bx-results .row[aria-rowindex="2"][aria-selected=true]', { hasText: 'simple_python_90002' }).waitFor();

    // A verdict, the next one, search and out of it.
    await keyboard.press('Enter');
    await page.locator('bx-entry-detail .verdict', { hasText: /\bfailed\b/ }).waitFor();
    await keyboard.press('j');
    await page.locator('bx-results .row[aria-rowindex="3"][aria-selected=true]').waitFor();
    await keyboard.press('k');
    await keyboard.press('/');
    await keyboard.type('90002');
    await shows(page, '1 entry');
    await keyboard.press('Escape');
    await shows(page, '\\d+ entries');
    await keeps(page, 'after Escape in the search');

    // The tabs of the detail.
    await tabTo(page, /^Why$/);
    await keyboard.press('ArrowRight');
    await page.locator('bx-conversation').waitFor();
    await keyboard.press('ArrowRight');
    await page.locator('bx-other-runs').waitFor();
    await keeps(page, 'in the tabs');

    // A note.
    await keyboard.press('n');
    await page.locator('bx-note textarea').waitFor();
    await keyboard.type('seen by keyboard');
    await keyboard.press('Control+Enter');
    await page.locator('bx-note').getByText('seen by keyboard').waitFor();
    await keeps(page, 'after the note');

    // Share and export.
    await press(page, /^Share this entry$/, { key: 'Shift+Tab' });
    await page.locator('bx-dialog dialog').waitFor();
    await keeps(page, 'in the dialog');
    await keyboard.press('Escape');
    await page.locator('bx-dialog').waitFor({ state: 'detached' });
    await keeps(page, 'after the dialog');
    await keyboard.press('Escape');
    await page.locator('bx-entry-detail').waitFor({ state: 'detached' });
    await keeps(page, 'after the entry is closed');
    await press(page, /Export$/, { key: 'Shift+Tab' });
    const coming = page.waitForEvent('download');
    await press(page, /CSV/);
    await coming;
    await keeps(page, 'after the export');

    // The sample's two runs, chosen in the matrix and compared.
    await press(page, /^Score$/, { key: 'Shift+Tab' });
    await press(page, /^sample run$/);
    await shows(page, '38 entries');
    await press(page, /^Runs$/);
    await view('runs');
    for (const name of ['bad-model', 'pasted']) {
      await tabTo(page, new RegExp(`^Choose ${name}$`), { most: 70 });
      await keyboard.press('Space');
      await keeps(page, `after ${name} is chosen`);
    }
    await press(page, /^Compare$/, { key: 'Shift+Tab' });
    await page.locator('bx-compare .verdict[aria-busy=false]').waitFor();
    await keeps(page, 'after going to Compare');
    await keyboard.press('j');
    await page.locator('bx-compare .row[aria-selected=true]').waitFor();
    await page.locator('bx-flip-detail').waitFor();
    await keyboard.press('Escape');
    await page.locator('bx-flip-detail').waitFor({ state: 'detached' });
    await keeps(page, 'after the flip is closed');

    // Leaderboard: sort, choose a row.
    await press(page, /^Leaderboard$/, { key: 'Shift+Tab' });
    await page.locator('bx-leaderboard tbody tr').first().waitFor();
    await press(page, /^Model/);
    await page.locator('bx-leaderboard th[aria-sort=ascending]').waitFor();
    await keeps(page, 'after sorting');
    await tabTo(page, /^Draw bad-model$/);
    await keyboard.press('Space');
    await keeps(page, 'after a row is drawn');

    // Dataset: search, an entry, back to the list.
    await press(page, /^Dataset$/, { key: 'Shift+Tab' });
    await view('dataset');
    await page.locator('bx-dataset .row[aria-rowindex="2"]').waitFor();
    await keyboard.press('/');
    await keyboard.type('multi_turn_base');
    await keyboard.press('Escape');
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await page.locator('bx-dataset-entry').waitFor();
    await keyboard.press('Escape');
    await page.locator('bx-dataset-entry').waitFor({ state: 'detached' });
    await keeps(page, 'after the entry of the dataset is closed');

    // Playground: a class, a call.
    await press(page, /^Playground$/, { key: 'Shift+Tab' });
    await view('playground');
    await page.locator('bx-playground').getByRole('button', { name: 'MathAPI' }).waitFor();
    await press(page, /^MathAPI$/);
    await tabTo(page, /^A call in Python/);
    await keyboard.type('add(a=1, b=2)');
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await page.locator('bx-playground .history li').first().waitFor();
    await keeps(page, 'after the call');

    // Generate responses.
    await press(page, /^Generate$/, { key: 'Shift+Tab' });
    await tabTo(page, /^Endpoint/);
    await keyboard.press('Control+A');
    await keyboard.type(server.url);
    await keyboard.press('Tab');
    await page.locator('bx-ask .says', { hasText: 'responds (stand-in)' }).waitFor();
    await tabTo(page, /^Sample size/);
    await keyboard.press('Control+A');
    await keyboard.type('3');
    await press(page, /^Start$/);
    await page.locator('bx-ask-card').getByText('done', { exact: true }).waitFor();
    await keeps(page, 'after the answers');
  }));
