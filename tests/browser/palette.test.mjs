// The palette: Ctrl K or the button of the top bar; views, actions, runs and entries, by keyboard alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GUISES, flaws, serveFiles, setUp, shows, words } from './support.mjs';

let host;
const stage = setUp(() => (host ? [host] : []));
const BOTH = '#results&url=sample:good-model+sample:bad-model&run=bad-model';
const palette = (page) => page.locator('bx-palette dialog');
const chosen = (page) => palette(page).locator('[aria-selected=true] .label').innerText();

async function opened(page) {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').waitFor();
}

for (const { name, options } of GUISES)
  test(`an entry, a run, a view and an action, by keyboard, ${name}`, () =>
    stage.on(BOTH, async (page) => {
      await shows(page, '38 entries');
      await opened(page);
      // Without words: views, actions and runs.
      assert.equal(await chosen(page), 'Score');
      assert.match(await words(palette(page).getByRole('listbox')), /Theme: dark.*good-model/);
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await page.keyboard.type('python_90002');
      assert.equal(await chosen(page), 'simple_python_90002');
      await page.keyboard.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
      await page.locator('bx-entry-detail h2', { hasText: 'simple_python_90002' }).waitFor();

      await opened(page);
      await page.keyboard.type('good');
      await page.keyboard.press('Enter');
      await page.locator('bx-run-head h1', { hasText: 'good-model' }).waitFor();

      await opened(page);
      await page.keyboard.type('theme dark');
      await page.keyboard.press('Enter');
      await page.locator('html[data-theme=dark]').waitFor();

      await opened(page);
      const first = await chosen(page);
      await page.keyboard.press('ArrowUp');
      const last = await chosen(page);
      assert.notEqual(first, last);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      assert.equal(await chosen(page), 'Runs');
      const combo = palette(page).getByRole('combobox');
      assert.equal(await combo.getAttribute('aria-activedescendant'), 'item-1');
      await page.keyboard.press('Enter');
      await page.locator('bx-runs h1').waitFor();

      // What has no such name is searched for.
      await opened(page);
      await page.keyboard.type('whitby tide');
      assert.match(await chosen(page), /^Search good-model for/);
      await page.keyboard.press('Enter');
      await page.locator('bx-results').waitFor();
      assert.match(page.url(), /q=whitby\+tide/);
    }, options));

test('Escape leaves everything as it was; the button and the help name it; a pointer chooses', () =>
  stage.on(BOTH, async (page) => {
    await shows(page, '38 entries');
    const button = page.getByRole('button', { name: 'Go to …' });
    await button.click();
    await palette(page).getByRole('combobox').waitFor();
    await page.keyboard.type('jjn?');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    assert.match(page.url(), /run=bad-model$/);
    await page.locator('button:focus').and(button).waitFor();
    await button.click();
    await palette(page).getByRole('combobox').fill('help');
    await palette(page).getByRole('option', { name: 'Help and keys' }).click();
    await page.locator('bx-dialog').getByText('Ctrl K').waitFor();
    // Not over another dialog.
    await page.keyboard.press('Control+k');
    assert.equal(await palette(page).count(), 0);
  }));

test('in a field of text the key is the field’s own, in a search it is not; in a frame it is the page’s', async () => {
  const body = `<!doctype html><title>host</title><link rel="icon" href="data:,"><iframe src="${stage.site.url}embed.html#dataset" width="1000" height="700"></iframe>`;
  host = await serveFiles({ '/frame.html': { headers: { 'Content-Type': 'text/html' }, body } });
  await stage.on('#score&panel=call', async (page) => {
    await page.locator('bx-by-hand textarea').fill('x');
    await page.locator('bx-by-hand textarea').press('Control+k');
    await page.evaluate(() => (location.hash = '#dataset'));
    const search = page.getByRole('searchbox', { name: 'Search entries' });
    await search.waitFor();
    assert.equal(await palette(page).count(), 0);
    await search.press('Control+k');
    await palette(page).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${host.origin}/frame.html`);
    const inner = page.frameLocator('iframe');
    await inner.locator('main').press('Control+k');
    assert.equal(await inner.locator('bx-palette').count(), 0);
    assert.equal(await inner.getByLabel('Go to …').count(), 0);
  });
});
