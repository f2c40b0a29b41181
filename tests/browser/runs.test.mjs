// Runs: the matrix, and what stays in the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GUISES, LINES, flaws, paste, setUp, words } from './support.mjs';

const BOTH = '#runs&url=sample:good-model+sample:bad-model';
const { on } = setUp();
const rows = (page) => page.locator('bx-runs tbody tr');
const names = (page) => page.locator('bx-runs tbody th a').allInnerTexts();

async function pasted(page) {
  await page.locator('bx-score .box').waitFor();
  await page.locator('h1').click();
  await paste(page, LINES);
  await page.locator('bx-run-head h1', { hasText: 'pasted' }).waitFor();
}

test('sorted, filtered, chosen, compared, opened and removed', () =>
  on(BOTH, async (page) => {
    await rows(page).nth(1).getByText('%').first().waitFor();
    assert.deepEqual(await names(page), ['good-model', 'bad-model']);
    assert.match(await words(rows(page).nth(1)), /bad-model .*26\.8 .*32\.2 %\s*8 of 34 ?0 of 5/);
    await page.locator('bx-runs').getByRole('button', { name: 'overall v4' }).click();
    assert.deepEqual(await names(page), ['bad-model', 'good-model']);
    assert.match(page.url(), /sort=overall/);
    await page.getByLabel('Filter runs').last().fill('good');
    assert.deepEqual(await names(page), ['good-model']);
    await page.getByLabel('Filter runs').last().fill('');
    await page.getByLabel('Choose good-model').check();
    await page.getByLabel('Choose bad-model').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Compare' }).click();
    await page.locator('bx-compare .verdict').waitFor();
    assert.match(page.url(), /with=good-model\+bad-model/);
    await page.goBack();
    await page.locator('bx-runs').getByRole('button', { name: '0 of 5' }).first().click();
    await page.locator('bx-results .number', { hasText: /^5 entries$/ }).waitFor();
    assert.match(page.url(), /run=bad-model&.*category=simple_python/);
    await page.goBack();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No runs yet').waitFor();
  }));

test('kept runs have the same names after a reload', () =>
  on('#score', async (page) => {
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#score'));
    await page.locator('bx-score .box').waitFor();
    await paste(page, LINES.split('\n').slice(0, 2).join('\n'));
    await page.locator('bx-run-head h1', { hasText: 'pasted (2)' }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.getByRole('img', { name: 'kept in this browser' }).nth(1).waitFor();
    const before = await names(page);
    assert.deepEqual([...before].sort(), ['pasted', 'pasted (2)']);
    await page.reload();
    await rows(page).nth(1).waitFor();
    assert.deepEqual(await names(page), before);
  }));

test('what was pasted is kept until it is removed; what a link brought is not, unless asked', () =>
  on('#score', async (page) => {
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs&url=sample:good-model'));
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    await page.getByLabel('Keep good-model in this browser').waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.reload();
    await rows(page).first().getByText('2 of 3', { exact: true }).first().waitFor();
    assert.deepEqual(await names(page), ['pasted']);
    await page.getByLabel('Choose pasted').check();
    await page.locator('bx-runs').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No runs yet').waitFor();
    await page.waitForTimeout(300);
    await page.reload();
    await page.getByText('No runs yet').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await rows(page).count(), 0);
  }));

test('a link\'s run is kept when the person asks', () =>
  on('#runs&url=sample:good-model', async (page) => {
    await page.getByLabel('Keep good-model in this browser').click();
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.reload();
    await page.getByRole('img', { name: 'kept in this browser' }).waitFor();
    assert.deepEqual(await names(page), ['good-model']);
  }));

test('where nothing can be kept, it says so', () =>
  on('#score', async (page) => {
    await page.addInitScript(() => {
      navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));
    });
    await page.reload();
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await page.getByText('This browser keeps no files for this page').waitFor();
    assert.deepEqual(await names(page), ['pasted']);
  }));

test('a kept folder of a form that is not known is said, its results can be saved, and it stays', () =>
  on('#runs', async (page) => {
    const lying = (write) =>
      page.evaluate(async (some) => {
        const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('bfclx-runs', { create: true });
        for (const [folder, name, text] of some) {
          const place = await all.getDirectoryHandle(folder, { create: true });
          const stream = await (await place.getFileHandle(name, { create: true })).createWritable();
          await stream.write(text);
          await stream.close();
        }
        return Array.fromAsync(all.keys());
      }, write);
    await lying([['a-newer-one', 'run.json', '{"form": 9, "name": "<b>later</b>"}'], ['a-newer-one', 'data', LINES]]);
    await page.reload();
    const notice = page.locator('bx-runs bx-notice', { hasText: 'Nothing was removed' });
    await notice.waitFor();
    await notice.getByText('1 kept run could not be read').waitFor();
    assert.match(await notice.innerText(), /<b>later<\/b>: its run\.json has a form that this version of the page does not know\./);
    assert.deepEqual(await flaws(page), []);
    const saving = page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Save its results' }).click();
    assert.equal(readFileSync(await (await saving).path(), 'utf8'), LINES);
    await page.goto(page.url().replace(/#.*/, '#score'));
    await pasted(page);
    await page.goto(page.url().replace(/#.*/, '#runs'));
    await rows(page).first().waitFor();
    await notice.waitFor();
    assert.ok((await lying([])).includes('a-newer-one'));
  }));

for (const guise of GUISES) {
  test(`the matrix is accessible and fits, ${guise.name}`, () =>
    on(BOTH, async (page) => {
      await rows(page).nth(1).getByText('%').first().waitFor();
      assert.deepEqual(await flaws(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }, guise.options));
}
