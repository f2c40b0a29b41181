// Nothing is lost by one click: what was removed can be brought back for ten seconds, and its files go afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GUISES, LINES, flaws, paste, setUp, undo, words } from './support.mjs';

const stage = setUp();
const rows = (page) => page.locator('bx-runs tbody tr');
const bar = (page) => page.locator('bx-undo-bar');

/** Folders of kept runs. */
const folders = (page) =>
  page.evaluate(async () => {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-runs', { create: true });
    const names = [];
    for await (const name of all.keys()) names.push(name);
    return names;
  });

/** One pasted run, which is kept, in the matrix. */
async function kept(page) {
  await page.getByText('Nothing is uploaded.').waitFor();
  await paste(page, LINES);
  await page.locator('bx-results .number').waitFor();
  await page.evaluate(() => (location.hash = '#runs'));
  await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
  assert.equal((await folders(page)).length, 1);
}

async function remove(page) {
  await page.getByLabel('Choose pasted').check();
  await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No runs yet').waitFor();
  await undo(page).waitFor();
}

for (const { name, options } of GUISES)
  test(`a removed run is brought back by the button and by key, ${name}`, () =>
    stage.on('#score', async (page) => {
      await kept(page);
      await remove(page);
      await bar(page).getByRole('status').filter({ hasText: /Removed pasted\..*Control Z brings it back/ }).waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await undo(page).focus();
      await page.keyboard.press('Enter');
      await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
      await undo(page).waitFor({ state: 'detached' });
      assert.equal((await folders(page)).length, 1);
      await remove(page);
      await page.keyboard.press('Tab');
      await page.locator('bx-app').evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('Control+z');
      await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
      await page.reload();
      await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
    }, options));

test('its files go when the time is over, and not before', () =>
  stage.on('#score', async (page) => {
    await kept(page);
    await page.clock.install();
    await remove(page);
    assert.equal((await folders(page)).length, 1);
    // Whoever is at the notice is not hurried.
    await bar(page).getByText('Removed pasted').hover();
    await page.clock.fastForward(30_000);
    assert.equal(await undo(page).count(), 1);
    await page.mouse.move(5, 5);
    await page.clock.fastForward(10_000);
    await undo(page).waitFor({ state: 'detached' });
    while ((await folders(page)).length > 0) await page.waitForTimeout(20);
    assert.equal(await page.evaluate(() => localStorage.getItem('bfclx-removed')), null);
  }));

test('a reload within the time brings nothing back by itself, and the run still can be; another tab leaves it alone', () =>
  stage.on('#score', async (page) => {
    await kept(page);
    await remove(page);
    await page.reload();
    await undo(page).waitFor();
    await page.getByText('No runs yet').waitFor();
    // Another tab shows it neither, and does not delete what this one may need.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('No runs yet').waitFor();
    assert.equal(await undo(other).count(), 0);
    await other.close();
    await undo(page).click();
    await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
    await page.reload();
    await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
  }));

test('what is removed one after the other comes back together, each in its place; an annotation too', () =>
  stage.on('#runs&sort=name&url=sample:good-model+sample:bad-model', async (page) => {
    await rows(page).nth(1).waitFor();
    const names = () => page.locator('bx-runs tbody th').evaluateAll((all) => all.map((one) => one.textContent.trim().split(/\s/)[0]));
    const before = await names();
    for (const name of ['good-model', 'bad-model']) {
      await page.getByLabel(`Choose ${name}`).check();
      await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
      await rows(page).filter({ hasText: name }).waitFor({ state: 'detached' });
    }
    await bar(page).getByText('Removed 2 runs.').waitFor();
    await undo(page).click();
    await rows(page).nth(1).waitFor();
    assert.deepEqual(await names(), before);

    await page.evaluate(() => (location.hash = '#results&url=sample:good-model+sample:bad-model&run=bad-model&entry=simple_python_90001'));
    const note = page.locator('bx-note');
    await page.getByRole('button', { name: 'Annotation' }).click();
    await note.getByRole('textbox').fill('kept words');
    await note.getByRole('button', { name: 'Save' }).click();
    await note.getByRole('button', { name: 'Remove' }).click();
    await note.getByText('kept words').waitFor({ state: 'detached' });
    await bar(page).getByText('Removed the annotation on simple_python_90001.').waitFor();
    await undo(page).click();
    await note.getByText('kept words').waitFor();
    assert.match(await words(note), /kept words/);
  }));
