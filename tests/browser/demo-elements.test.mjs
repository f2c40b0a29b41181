// The playground of the elements: fields from the documentation, the element beside them, its HTML, and its events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GUISES, flaws, setUp, words, wordsOnce } from './support.mjs';

const stage = setUp();
const on = (hash, check, options) => stage.on(`demo-elements.html${hash}`, check, options);

const field = (page, name) => page.getByLabel(name, { exact: true });
const logged = (page, pattern) => wordsOnce(page.locator('#log'), pattern);
async function set(page, name, value) {
  await field(page, name).fill(value);
  await field(page, name).press('Enter');
}
const colorOfLinks = (page) => page.locator('bfclx-leaderboard button.name').first().evaluate((button) => getComputedStyle(button).color);

for (const guise of GUISES)
  test(`a leaderboard with attributes and CSS properties, its HTML and events, ${guise.name}`, () =>
    on('', async (page) => {
      await logged(page, /bfclx-ready \{"table":"v4"/);
      await set(page, 'table', 'v3');
      await logged(page, /bfclx-ready \{"table":"v3"/);
      await page.getByText('CSS properties', { exact: true }).click();
      const before = await colorOfLinks(page);
      assert.match(await field(page, '--bfclx-accent').getAttribute('placeholder'), /^light-dark\(#/);
      await page.getByLabel('Pick --bfclx-accent', { exact: true }).fill('#c80064');
      assert.equal(await colorOfLinks(page), 'rgb(200, 0, 100)');
      assert.equal(
        await page.locator('#markup').innerText(),
        `<script defer src="${stage.site.url}bfclx-leaderboard.js"></script>\n<bfclx-leaderboard tables="leaderboard/" table="v3"></bfclx-leaderboard>\n` +
          '<style>\nbfclx-leaderboard {\n  height: 560px;\n  --bfclx-accent: #c80064;\n}\n</style>',
      );
      // The element is the same, and the address has it all.
      await page.reload();
      await logged(page, /bfclx-ready \{"table":"v3"/);
      assert.equal(await colorOfLinks(page), 'rgb(200, 0, 100)');
      await page.getByRole('button', { name: 'Reset' }).click();
      await logged(page, /^bfclx-ready \{"table":"v4"/);
      assert.equal(await colorOfLinks(page), before);
      await page.getByText('CSS properties', { exact: true }).click();
      await page.getByText('All events', { exact: true }).click();
      assert.deepEqual(await flaws(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    }, guise.options));

test('a scorer is scored at once, by keyboard alone', () =>
  on('', async (page) => {
    await field(page, 'Element').focus();
    await page.keyboard.press('ArrowDown');
    await logged(page, /bfclx-result \{"id":"\d+","summary":\{"name":"sample"/);
    // An attribute that is read while the element is there, and one that needs a new one.
    await page.evaluate(() => (document.querySelector('bfclx-scorer').same = true));
    await field(page, 'theme').selectOption('dark');
    await logged(page, /^bfclx-themed/);
    assert.equal(await page.evaluate(() => document.querySelector('bfclx-scorer').same), true);
    await page.getByRole('button', { name: 'Clear' }).click();
    await field(page, 'mode').selectOption('failures');
    await logged(page, /bfclx-result/);
    assert.equal(await page.evaluate(() => document.querySelector('bfclx-scorer').same), undefined);
    assert.match(await page.locator('#markup').innerText(), /<bfclx-scorer src="sample\/results\/[^"]+" name="sample" mode="failures" theme="dark">/);
  }));

test('the HTML is copied, or the page says that the browser does not allow it', () =>
  on('', async (page) => {
    await logged(page, /bfclx-ready/);
    const copy = async (write) => {
      await page.evaluate((text) => {
        globalThis.copied = undefined;
        navigator.clipboard.writeText = async (html) => {
          if (!text) throw new DOMException('refused', 'NotAllowedError');
          globalThis.copied = html;
        };
      }, write);
      await page.getByRole('button', { name: 'Copy' }).click();
      return page.evaluate(() => globalThis.copied);
    };
    assert.equal(await copy(true), await page.locator('#markup').textContent());
    await page.locator('#copied', { hasText: /^Copied$/ }).waitFor();
    assert.equal(await copy(false), undefined);
    await page.locator('#copied', { hasText: 'The browser does not allow copying. Select the text instead.' }).waitFor();
  }));

test('an address sets what the documentation has, and loads nothing from elsewhere', () => {
  const query = new URLSearchParams({ element: 'bfclx-leaderboard', tables: 'leaderboard/', src: 'https://evil.example/board/', label: '"><img src=x onerror=alert(1)>', onclick: 'alert(1)', height: '400px', '--bfclx-ink': 'red}body{display:none' });
  return on(`#${query}`, async (page) => {
    await logged(page, /bfclx-ready/);
    assert.equal(await field(page, 'src').inputValue(), '');
    assert.deepEqual(await page.locator('#stage > *').evaluate((element) => element.getAttributeNames().sort()), ['label', 'style', 'tables']);
    assert.match(await page.locator('#markup').innerText(), / label="&quot;><img src=x onerror=alert\(1\)>"><\/bfclx-leaderboard>\n<style>\nbfclx-leaderboard \{\n {2}height: 400px;\n\}/);
    // Nor is a value taken that is no value, or would end its declaration.
    await page.getByText('CSS properties', { exact: true }).click();
    for (const wrong of ['12', 'red;}', 'url(https://evil.example/x)']) {
      await set(page, '--bfclx-ink', wrong);
      assert.equal(await field(page, '--bfclx-ink').getAttribute('aria-invalid'), 'true');
      assert.doesNotMatch(await words(page.locator('#markup')), /--bfclx-ink/);
    }
  });
});
