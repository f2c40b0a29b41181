// Every way in: paste, drop, choose, fetch, link, type; and what is said when it does not work.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LINES, ROOT, drop, editor, paste, serveFiles, setUp, shows, words, wordsOnce } from './support.mjs';

const { on } = setUp();
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'bfclx-'));
  mkdirSync(join(folder, 'result/dropped-model/non_live'), { recursive: true });
  writeFileSync(join(folder, 'result/dropped-model/non_live/BFCL_v4_simple_python_result.json'), LINES);
  writeFileSync(join(folder, 'packed_result.json.gz'), gzipSync(LINES));
});

const head = (page) => page.locator('bx-run-head h1');
const runName = async (page) => (await words(page.locator('bx-run-head bx-run-picker button').first())).replace(/ ?▾.*$/, '');
const error = (page) => page.locator('bx-notice[kind=error]');

/** What LINES comes to: 2 of 3 scored, one id unknown. */
async function sawLines(page, name) {
  await head(page).waitFor();
  assert.equal(await runName(page), name);
  await shows(page, '6 entries');
  assert.match(await words(page.locator('bx-run-head')), /2 of 3 passed/);
}

test('many files say how many of them are read', () =>
  on('', async (page) => {
    const many = join(folder, 'many');
    mkdirSync(many);
    for (let i = 0; i < 60; i++) writeFileSync(join(many, `BFCL_v4_simple_python_${i}_score.json`), '{}');
    await page.locator('bx-score .box').waitFor();
    await page.evaluate(() => {
      const root = document.querySelector('bx-app').shadowRoot.querySelector('bx-score').shadowRoot;
      globalThis.said = [];
      const note = () => {
        const text = root.querySelector('bx-notice')?.textContent.trim() ?? '';
        const width = root.querySelector('.read .fill')?.style.width ?? '';
        if (width && globalThis.said.at(-1) !== `${text}: ${width}`) globalThis.said.push(`${text}: ${width}`);
      };
      new MutationObserver(note).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await drop(page, [many]);
    await error(page).getByText('No result file was found').waitFor();
    const said = await page.evaluate(() => globalThis.said);
    assert.equal(said[0], 'Reading 0 of 60 files: 0%');
    assert.match(said.at(-1), /^Reading 50 of 60 files: 83\.3\d*%$/);
  }));

test('the first screen says that nothing is uploaded', () =>
  on('', async (page) => {
    await page.getByText('Nothing is uploaded.').waitFor();
    assert.equal(await page.title(), 'Score · bfclx');
  }));

test('paste into the editor', () =>
  on('', async (page) => {
    await editor(page);
    await paste(page, LINES);
    await sawLines(page, 'pasted');
    await page.getByRole('link', { name: 'Score' }).first().click();
    await editor(page);
    assert.match(await page.locator('bx-editor .cm-content').innerText(), /harbour\.tide_table/);
  }));

test('paste anywhere', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await page.locator('h1').click();
    await paste(page, LINES);
    await sawLines(page, 'pasted');
  }));

test('type lines and press Score', () =>
  on('', async (page) => {
    await editor(page);
    await page.keyboard.insertText(LINES);
    await page.getByRole('button', { name: 'Score' }).click();
    await sawLines(page, 'pasted');
  }));

test('type and press Ctrl-Enter', () =>
  on('', async (page) => {
    await editor(page);
    await page.keyboard.insertText(LINES);
    await page.keyboard.press('Control+Enter');
    await sawLines(page, 'pasted');
  }));

test('the theme is that of the system, or the chosen one, and remembered', () =>
  on('', async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByLabel('Theme: system. Change').click();
    await page.getByLabel('Theme: light. Change').click();
    assert.notEqual(await background(), light);
    await page.reload();
    await page.getByLabel('Theme: dark. Change').waitFor();
    assert.notEqual(await background(), light);
  }));

test('drop a folder', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await drop(page, [join(folder, 'result')]);
    await sawLines(page, 'dropped-model');
  }));

test('drop gzip', () =>
  on('#results', async (page) => {
    await page.getByText('No results are loaded').waitFor();
    await drop(page, [join(folder, 'packed_result.json.gz')]);
    await sawLines(page, 'packed');
  }));

test('choose a zip of a whole run', () =>
  on('', async (page) => {
    const { zipSync } = await import(join(ROOT, 'site/node_modules/fflate/esm/index.mjs'));
    const lines = readFileSync(join(ROOT, 'tools/sample/results/bad-model/non_live/BFCL_v4_multiple_result.json'));
    const zip = zipSync({
      'result/zipped/non_live/BFCL_v4_multiple_result.json': lines,
      'result/zipped/non_live/BFCL_v4_simple_python_result.json': Buffer.from(LINES),
      'result/zipped/notes.pdf': Buffer.from('%PDF'),
    });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles({ name: 'run.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    await head(page).waitFor();
    assert.equal(await runName(page), 'zipped');
    await page.getByText(/problems? in the files/).click();
    await page.getByText('notes.pdf: left out: not a .json, .jsonl or .gz file').waitFor();
  }));

test('choose a folder', () =>
  on('', async (page) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(join(folder, 'result'));
    await sawLines(page, 'dropped-model');
  }));

test('fetch by URL from a server that allows it', async () => {
  const other = await serveFiles({ '/m/r.json': { body: LINES, headers: { 'Access-Control-Allow-Origin': '*' } } });
  try {
    await on('', async (page) => {
      await page.getByRole('button', { name: 'Fetch URL…' }).click();
      await page.getByLabel('Address of results').fill(`${other.origin}/m/r.json`);
      await page.getByRole('button', { name: 'Fetch', exact: true }).click();
      await sawLines(page, 'r');
      assert.ok(page.url().includes(`url=${other.origin}/m/r.json`));
    }, { allowed: [other.origin] });
  } finally {
    other.close();
  }
});

test('fetch by URL from a server that does not allow it', async () => {
  const other = await serveFiles({ '/m/r.json': { body: LINES } });
  try {
    await on(`#url=${other.origin}/m/r.json`, async (page, problems) => {
      await error(page).waitFor();
      const said = await words(error(page));
      assert.match(said, /does not allow other sites to read it \(CORS: no Access-Control-Allow-Origin header\)/);
      assert.match(said, /Download the file and drop it here instead/);
      // The browser reports the refusal in its own words too.
      assert.ok(problems.every((problem) => /CORS|ERR_FAILED/.test(problem)), problems.join());
      problems.length = 0;
    }, { allowed: [other.origin], follow: true });
  } finally {
    other.close();
  }
});

test('a link to an entry of a run by URL opens it', async () => {
  const other = await serveFiles({ '/r.json': { body: LINES, headers: { 'Access-Control-Allow-Origin': '*' } } });
  try {
    await on(`#results&url=${other.origin}/r.json&entry=simple_python_90002&verdict=fail`, async (page) => {
      await page.locator('bx-entry-detail .marked').waitFor();
      assert.equal(await page.locator('bx-entry-detail .marked').innerText(), "'0.712'");
      await shows(page, '1 entry');
    }, { allowed: [other.origin], follow: true });
    assert.equal(other.seen.length, 1);
  } finally {
    other.close();
  }
});

test('what cannot be scored is told on every view, with the reason, while other runs are loaded', () =>
  on('#results&url=sample:bad-model', async (page) => {
    await head(page).waitFor();
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, LINES.split('\n')[0].slice(0, -1));
    for (const view of ['results', 'runs', 'compare', 'leaderboard']) {
      await page.goto(page.url().replace(/#.*/, `#${view}`));
      await page.locator(`bx-${view}`).waitFor();
      await drop(page, [cut]);
      await error(page).getByText('No response could be scored.').waitFor();
      assert.match(await error(page).textContent(), /cut\.json, line 1, simple_python_90000: not JSON/);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await error(page).waitFor({ state: 'detached' });
    }
  }));

test('the same files again are asked about', () =>
  on('', async (page) => {
    await page.locator('bx-score .box').waitFor();
    await drop(page, [join(folder, 'result')]);
    await head(page).waitFor();
    const runs = async () => {
      await page.goto(page.url().replace(/#.*/, '#runs'));
      await page.locator('bx-runs tbody tr').first().waitFor();
      return page.locator('bx-runs tbody tr').count();
    };
    for (const [button, count] of [['Keep one', 1], ['Load again', 2]]) {
      await drop(page, [join(folder, 'result')]);
      const dialog = page.locator('bx-dialog');
      await dialog.getByText('dropped-model').first().waitFor();
      assert.match(await words(dialog), /The same files again.*1 run has the same files as another\..*: the files of dropped-model/);
      await dialog.getByRole('button', { name: button }).click();
      if (count === 2) await head(page).waitFor();
      assert.equal(await runs(), count);
    }
  }));

for (const [name, hash, expected] of [
  ['a file that is not there', '#url=nothing.json', /returned HTTP 404/],
  ['an address that is none', '#url=https://', /is not an address/],
  ['a sample that is not there', '#url=sample:none', /Unknown sample run none/],
]) {
  test(`fetch ${name}`, () =>
    on(hash, async (page, problems) => {
      await error(page).waitFor();
      assert.match(await words(error(page)), expected);
      problems.splice(0, problems.length, ...problems.filter((problem) => !/404/.test(problem)));
    }));
}

test('the sample run and the damaged run', () =>
  on('', async (page) => {
    await page.getByRole('button', { name: 'sample run', exact: true }).click();
    await head(page).waitFor();
    await shows(page, '38 entries');
    await page.getByRole('link', { name: 'Score' }).first().click();
    await page.getByRole('button', { name: 'a damaged run' }).click();
    await page.locator('bx-run-head h1', { hasText: 'damaged' }).waitFor();
    await page.getByText(/problems? in the files/).click();
    assert.match(await words(page.locator('bx-dialog')), /line 5/);
  }));

test('a single call: the verdict follows the typing', () =>
  on('#score&panel=call', async (page) => {
    const verdict = page.locator('bx-by-hand .verdict');
    await page.locator('bx-question', { hasText: 'When is high water in Whitby' }).waitFor();
    const response = page.locator('bx-by-hand textarea');
    await response.fill("[harbour.tide_table(harbour='Whitby', date='2026-05-04')]");
    await verdict.getByText(/\bfailed\b/).waitFor();
    assert.equal(await page.locator('bx-by-hand .marked').innerText(), "'2026-05-04'");
    await response.fill("[harbour.tide_table(harbour='Whitby', date='2026-05-03')]");
    await verdict.getByText(/\bpassed\b/).waitFor();
    await response.fill('[harbour.tide_table(');
    await verdict.getByText(/\bfailed\b/).waitFor();
    await response.fill('');
    await page.getByText('The verdict appears here').waitFor();
  }));

test('scoring can be cancelled', () =>
  on('', async (page) => {
    const many = join(folder, 'many.json');
    writeFileSync(many, `${LINES.split('\n')[0]}\n`.repeat(200_000));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(many);
    await page.locator('bx-progress li').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('bx-notice', { hasText: 'What was scored before is shown' }).waitFor();
    assert.match(page.url(), /#results/);
  }));

test('an own dataset by drop: used, kept over a reload, and forgotten', () =>
  on('', async (page) => {
    const own = mkdtempSync(join(tmpdir(), 'bfclx-own-'));
    cpSync(join(ROOT, 'tools/sample/data'), join(own, 'bfcl/data'), { recursive: true });
    rmSync(join(own, 'bfcl/data/BFCL_v4_parallel.json'));
    await page.locator('bx-score .box').waitFor();
    // Asked first; a no changes nothing.
    await drop(page, [join(own, 'bfcl')]);
    const dialog = page.locator('bx-dialog');
    assert.match(await words(dialog), /Use another dataset\? .*own copy [0-9a-f]+.*instead of sample.*parallel is missing/);
    await dialog.getByRole('button', { name: 'Keep the dataset' }).click();
    assert.match(await words(page.locator('bx-top-bar .data')), /^sample · [0-9a-f]+ –$/);
    await drop(page, [join(own, 'bfcl')]);
    await dialog.getByRole('button', { name: 'Use my copy' }).click();
    await page.getByText('Your copy of the dataset').waitFor();
    assert.match(await words(page.locator('bx-top-bar .data')), /^own copy · [0-9a-f]+ !$/);
    // Kept as before hashes were of the files: hashed once, and kept with that.
    const kept = (change) =>
      page.evaluate(
        (changes) =>
          new Promise((resolve) => {
            indexedDB.open('bfclx').onsuccess = ({ target }) => {
              const store = target.result.transaction('datasets', 'readwrite').objectStore('datasets');
              store.get('own').onsuccess = ({ target: { result } }) => {
                if (changes) store.put({ ...result, hash: 'sha256:claimed', hashed: undefined }, 'own');
                target.result.close();
                resolve([result.hash, result.hashed]);
              };
            };
          }),
        change,
      );
    const before = await kept(true);
    await page.reload();
    await page.getByText('Your copy of the dataset').waitFor();
    while ((await kept(false))[1] !== true) await page.waitForTimeout(20);
    assert.deepEqual(await kept(false), before);
    await page.addInitScript(() => (crypto.subtle.digest = () => Promise.reject(new Error('hashed anew'))));
    await page.reload();
    await page.getByText('Your copy of the dataset').waitFor();
    await page.locator('.data').click();
    assert.match(await words(page.locator('bx-dialog')), /Your own copy, kept in this browser\..* in 21 categories/);
    await page.getByRole('button', { name: 'Forget my copy' }).click();
    await page.getByText('It is deleted from this browser').waitFor();
    await page.getByRole('button', { name: 'Forget my copy' }).last().click();
    await page.getByText('A small sample, made for this page.').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('A small sample dataset, made for this page').waitFor();
  }));

test('a dataset is never taken from an address or from among results', async () => {
  const { zipSync } = await import(join(ROOT, 'site/node_modules/fflate/esm/index.mjs'));
  const sample = Object.fromEntries(
    ['data/BFCL_v4_simple_python.json', 'data/possible_answer/BFCL_v4_simple_python.json'].map((path) => [
      path,
      readFileSync(join(ROOT, 'tools/sample', path)),
    ]),
  );
  const archive = Buffer.from(zipSync({ ...sample, 'm/BFCL_v4_simple_python_result.json': Buffer.from(LINES) }));
  const alone = Buffer.from(zipSync(sample));
  const open = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/zip' };
  const other = await serveFiles({ '/both.zip': { body: archive, headers: open }, '/data.zip': { body: alone, headers: open } });
  const still = async (page) => assert.match(await words(page.locator('bx-top-bar .data')), /^sample · [0-9a-f]+ –$/);
  try {
    await on(`#results&url=${other.origin}/both.zip`, async (page) => {
      await head(page).waitFor();
      await still(page);
      await page.getByText(/problems? in the files/).click();
      await page.getByText('a dataset file; a dataset is loaded only when you drop or choose it yourself').first().waitFor();
      await page.reload();
      await head(page).waitFor();
      await still(page);
    }, { allowed: [other.origin], follow: true });
    await on(`#score&url=${other.origin}/data.zip`, async (page) => {
      await error(page).waitFor();
      assert.match(await words(error(page)), /No result file was found.*a dataset file/);
      await still(page);
    }, { allowed: [other.origin], follow: true });
    // Dropped too: an archive that holds more than a dataset is results.
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-both-'));
    writeFileSync(join(folder, 'both.zip'), archive);
    await on('', async (page) => {
      await page.locator('bx-score .box').waitFor();
      await drop(page, [join(folder, 'both.zip')]);
      await head(page).waitFor();
      await still(page);
    });
  } finally {
    other.close();
  }
});

test('the score of a run of another version says so, as the program does', () =>
  on('', async (page) => {
    const folder = mkdtempSync(join(tmpdir(), 'bfclx-v3-'));
    mkdirSync(join(folder, 'own/data/possible_answer'), { recursive: true });
    for (const path of ['data/BFCL_v4_simple_python.json', 'data/possible_answer/BFCL_v4_simple_python.json']) {
      cpSync(join(ROOT, 'tools/sample', path), join(folder, 'own', path));
    }
    await page.locator('bx-score .box').waitFor();
    await drop(page, [join(folder, 'own')]);
    await page.getByRole('button', { name: 'Use my copy' }).click();
    await page.getByText('Your copy of the dataset').waitFor();
    writeFileSync(join(folder, 'BFCL_v3_simple_python_result.json'), LINES);
    await drop(page, [join(folder, 'BFCL_v3_simple_python_result.json')]);
    const said = /overall v4 66\.7 .*covers 0\.8 % of the weight, 2 of 5 entries missing, generated for v3 /;
    assert.match(await wordsOnce(page.locator('bx-run-head').first(), said), said);
  }));

test('ids of another dataset are told, not failed', () =>
  on('', async (page) => {
    await editor(page);
    await paste(page, Array.from({ length: 9 }, (_, i) => `{"id": "simple_python_${300 + i}", "result": "[f()]"}`).join('\n'));
    await head(page).waitFor();
    assert.match(await words(page.locator('bx-run-head')), /9 entries of this run are not in the small sample dataset/);
  }));

test('a category that the dataset lacks costs itself alone', () =>
  on('', async (page) => {
    const lines = { simple_python: LINES, memory_kv: '{"id": "memory_kv_0-customer-0", "result": "x"}\n' };
    const other = mkdtempSync(join(tmpdir(), 'bfclx-lack-'));
    for (const [name, text] of Object.entries(lines)) writeFileSync(join(other, `BFCL_v4_${name}_result.json`), text);
    await page.locator('bx-score .box').waitFor();
    await drop(page, [other]);
    await head(page).waitFor();
    await shows(page, '7 entries');
    assert.match(await words(page.locator('bx-run-head')), /2 of 3 passed/);
  }));

test('a run of which nothing can be scored says so', () =>
  on('', async (page) => {
    await editor(page);
    await paste(page, '{"id": "memory_kv_0-customer-0", "result": "x"}\n');
    await head(page).waitFor();
    await page.locator('bx-run-head .hint').waitFor();
    assert.match(await words(page.locator('bx-run-head')), /1 entry of this run is not in the small sample dataset/);
  }));
