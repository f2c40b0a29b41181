// Input that means harm or makes no sense: a clear message, nothing run, and a page that goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINES, editor, paste, setUp, shows, words } from './support.mjs';

const stage = setUp();

const on = (check) =>
  stage.on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await check(page);
  });

const error = (page) => page.locator('bx-notice[kind=error]');

async function choose(page, files) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files.map(([name, text]) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })));
}

/** The page still works: the same text scores as ever. */
async function goesOn(page) {
  await page.locator('bx-editor').evaluate((editor) => (editor.text = ''));
  await editor(page);
  await paste(page, LINES);
  await page.locator('bx-run-head h1').waitFor();
  await shows(page, '6 entries');
}

for (const [name, text] of [
  ['brackets', '['.repeat(10_000_000)],
  ['braces and quotes', '{"a":'.repeat(2_000_000)],
  ['one line of letters', 'x'.repeat(10_000_000)],
  ['empty lines', '\n'.repeat(2_000_000)],
]) {
  test(`paste 10 MB of ${name}`, () =>
    on(async (page) => {
      await editor(page);
      await paste(page, text);
      await error(page).waitFor();
      assert.match(await words(error(page)), /No response could be scored/);
      await goesOn(page);
    }));
}

test('a response of deep brackets costs its own entry alone', () =>
  on(async (page) => {
    const deep = JSON.stringify({ id: 'simple_python_90003', result: '['.repeat(1_000_000) });
    await editor(page);
    await paste(page, `${deep}\n${LINES}`);
    await page.locator('bx-run-head h1').waitFor();
    await shows(page, '6 entries');
    await page.getByRole('grid', { name: 'Entries' }).getByText('simple_python_90003', { exact: true }).click();
    await page.locator('bx-entry-detail .verdict', { hasText: /\bfailed\b/ }).waitFor();
  }));

test('HTML in responses, ids and file names is text', () =>
  on(async (page) => {
    const attack = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
    const lines = [
      { id: 'simple_python_90000', result: attack },
      { id: 'simple_python_90001', result: `[${attack}(a='${attack}')]` },
      { id: `simple_python_${attack}`, result: 'x' },
    ].map((line) => JSON.stringify(line));
    await choose(page, [[`${attack.replaceAll('/', '')}.json`, lines.join('\n')]]);
    await page.locator('bx-run-head h1').waitFor();
    await page.getByText('simple_python_90000', { exact: true }).click();
    await page.locator('bx-entry-detail pre.raw').first().waitFor();
    assert.ok((await page.locator('bx-entry-detail pre.raw').first().innerText()).includes(attack));
    assert.notEqual(await page.title(), 'owned');
    const injected = await page.evaluate(() => {
      const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
      return all(document.body).filter(({ tagName }) => tagName === 'IMG' || tagName === 'SCRIPT').length;
    });
    assert.equal(injected, 0);
  }));

for (const [name, files, expected] of [
  ['a picture', [['a.png', '\u0089PNG']], /a\.png: not a \.json/],
  ['a binary file that calls itself JSON', [['a.json', 'x\0\0']], /a\.json: binary data, not text/],
  ['a zip that is none', [['a.zip', 'PK\u0003\u0004 nonsense']], /a\.zip: truncated or malformed ZIP archive/],
  ['JSON of something else', [['package.json', '{"name": "x"}']], /No response could be scored/],
  ['an empty file', [['a.json', '']], /No response could be scored/],
  ['score files', [['BFCL_v4_simple_python_score.json', '{}']], /a score file, not results/],
]) {
  test(`wrong files: ${name}`, () =>
    on(async (page) => {
      await choose(page, files);
      await error(page).waitFor();
      assert.match(await words(error(page)), expected);
      await goesOn(page);
    }));
}
