// Notes on entries: written by key, kept, marked, filtered, saved and taken in again; those of strangers are bounded text.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, drop, flaws, paste, setUp, shows, words } from './support.mjs';

const { on } = setUp();
const BAD = '#results&url=sample:bad-model';
const ENTRY = `${BAD}&entry=simple_python_90002`;
const note = (page) => page.locator('bx-note');
const marks = (page) => page.locator('bx-table [aria-label^="annotation:"]');

async function write(page, kind, text) {
  await page.locator('bx-entry-detail h3').first().waitFor();
  await page.keyboard.press('n');
  await note(page).getByRole('button', { name: kind }).click();
  await note(page).getByRole('textbox').fill(text);
  await page.keyboard.press('Control+Enter');
  await note(page).getByRole('button', { name: 'Edit' }).waitFor();
}

/** The file that a press of the export's item saves. */
async function saved(page, item) {
  await page.getByRole('button', { name: '⇩ Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

test('a note is written by key alone, marked, kept over a reload, changed and removed', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.keyboard.press('j');
    await page.keyboard.press('n');
    await note(page).getByRole('textbox').waitFor();
    await page.keyboard.type('the key n is a letter here');
    await page.keyboard.press('Control+Enter');
    await marks(page).first().waitFor();
    assert.match(await words(note(page)), /Ground truth incorrect .*the key n is a letter here/);
    await page.reload();
    await marks(page).first().waitFor();
    await page.keyboard.press('n');
    await note(page).getByRole('button', { name: 'Response correct' }).click();
    await note(page).getByRole('button', { name: 'Save' }).click();
    await page.locator('bx-table [aria-label="annotation: Response correct"]').waitFor();
    await note(page).getByRole('button', { name: 'Remove' }).click();
    await marks(page).first().waitFor({ state: 'detached' });
    await page.waitForTimeout(200);
    await page.reload();
    await shows(page, '38 entries');
    assert.equal(await marks(page).count(), 0);
  }));

test('the list is narrowed by notes; what was typed is kept when another entry is opened', () =>
  on(ENTRY, async (page) => {
    await write(page, 'Ambiguous', '');
    await page.keyboard.press('k');
    await page.locator('bx-entry-detail h2', { hasText: 'simple_python_90002' }).waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await note(page).getByRole('button', { name: 'Note', exact: true }).click();
    await note(page).getByRole('textbox').fill('half a sentence');
    await page.getByRole('button', { name: 'Next entry' }).click();
    await page.locator('bx-table [aria-label="annotation: Note"]').waitFor();
    await page.getByLabel('Annotations', { exact: true }).selectOption('any');
    await shows(page, '2 entries');
    await page.getByLabel('Annotations', { exact: true }).selectOption('ambiguous');
    await shows(page, '1 entry');
    assert.match(page.url(), /note=ambiguous/);
    await page.reload();
    await shows(page, '1 entry');
  }));

test('an issue has question, ground truth, responses, note and dataset', () =>
  on('#results&url=sample:good-model+sample:bad-model&run=bad-model&entry=simple_python_90002', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText(/\(1 of 1 passed\)/).waitFor();
    await write(page, 'Response correct', 'degrees are hours here');
    await note(page).getByRole('button', { name: 'Copy as an issue' }).click();
    await note(page).getByText('Copied').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^### `simple_python_90002`: response correct\n\n```text\ndegrees are hours here\n```/);
    for (const part of [/\*\*Question\*\*/, /\*\*Ground truth\*\*\n\n```json/, /Response of `bad-model`\*\*, failed: `right_ascension/, /Response of `good-model`\*\*, passed/, /Dataset: `.+sample/]) {
      assert.match(text, part);
    }
    const file = await saved(page, 'Annotations of the listed entries as an issue');
    assert.equal(file.name, 'bad-model-issue.md');
    assert.equal(file.text, text);
  }));

test('saved notes are taken in again in another browser; the newer of two stands', () =>
  on(ENTRY, async (page) => {
    await write(page, 'Ambiguous', 'mine');
    const { name, text } = await saved(page, 'All annotations, JSON');
    assert.equal(name, 'bfclx-notes.json');
    const older = JSON.stringify({ ...JSON.parse(text), notes: [
      { ...JSON.parse(text).notes[0], text: 'older', changed: '2020-01-01T00:00:00Z' },
      { entry: 'simple_python_90001', kind: 'wrong', text: '<img src=x onerror="document.title=1">', changed: '2020-01-01T00:00:00Z' },
      { entry: 'x', kind: 'nonsense' },
    ] });
    const here = page.url();
    await page.goto(here.replace(/#.*/, '#score'));
    await page.locator('h1').click();
    await paste(page, older);
    const dialog = page.locator('bx-dialog');
    await dialog.locator('h2').waitFor();
    assert.match(await words(dialog), /1 annotation imported from pasted\.json; 1 already existed.*1 annotation skipped/);
    await page.keyboard.press('Escape');
    await page.goto(here);
    assert.match(await words(note(page)), /mine/);
    await page.getByText('simple_python_90001', { exact: true }).click();
    await note(page).getByText('<img src=x').waitFor();
    assert.notEqual(await page.title(), '1');
    assert.equal(await note(page).locator('img').count(), 0);
  }));

test('a dropped file of notes goes beside results; damaged ones end in a sentence', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-notes-'));
    writeFileSync(join(folder, 'notes.json'), '{"format": "bfclx-notes-1", "notes": [{"entry": "simple_python_90002", "kind": "wrong"}]}');
    await drop(page, [join(folder, 'notes.json')]);
    await page.locator('bx-dialog').getByText('1 annotation imported from notes.json').waitFor();
    await page.keyboard.press('Escape');
    await marks(page).first().waitFor();
    await page.goto(page.url().replace(/#.*/, '#score'));
    for (const [text, said] of [['{"format": "bfclx-notes-1", "notes": [', 'truncated or malformed'], ['{"format": "bfclx-notes-9", "notes": []}', 'bfclx-notes-9']]) {
      await page.locator('h1').click();
      await paste(page, text);
      await page.locator('bx-notice[kind=error]', { hasText: said }).waitFor();
    }
  }));

test('two tabs have the same notes', () =>
  on(ENTRY, async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('bx-entry-detail h3').first().waitFor();
    await write(page, 'Ambiguous', 'seen there too');
    await note(other).getByText('seen there too').waitFor();
    await write(other, 'Response correct', 'and back');
    await note(page).getByText('and back').waitFor();
  }));

test('notes that a link brings are not taken', () =>
  on(BAD, async (page, problems) => {
    await shows(page, '38 entries');
    await page.evaluate(() => {
      globalThis.realFetch = fetch;
      globalThis.fetch = (url, ...rest) => (String(url).endsWith('/notes.json') ? Promise.resolve(new Response('{"format": "bfclx-notes-1", "notes": [{"entry": "simple_python_90002", "kind": "wrong"}]}')) : globalThis.realFetch(url, ...rest));
    });
    await page.goto(page.url().replace(/#.*/, '#score&url=notes.json'));
    await page.locator('bx-notice[kind=error]', { hasText: 'only when you drop, choose or paste the file yourself' }).waitFor();
    assert.deepEqual(problems, []);
  }));

test('where nothing can be kept, it says so', () =>
  on(ENTRY, async (page) => {
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await page.reload();
    await write(page, 'Ambiguous', 'short life');
    await note(page).getByText('are lost when the tab is closed').waitFor();
    await marks(page).first().waitFor();
  }));

for (const guise of GUISES) {
  test(`a note is accessible, shown and written, ${guise.name}`, () =>
    on(ENTRY, async (page) => {
      await write(page, 'Ambiguous', 'a note');
      assert.deepEqual(await flaws(page), []);
      await note(page).getByRole('button', { name: 'Edit' }).click();
      await note(page).getByRole('textbox').waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, guise.options));
}
