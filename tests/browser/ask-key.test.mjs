// The key of Generate: refused, replaced, repeated by the server, and kept nowhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY, begin, card, ended, kept, on, savedZip, serve } from './asking.mjs';
import { words } from './support.mjs';
import { firstTool } from './stand-in.mjs';

test('a server that refuses the key stops it with a sentence that has no key; with the right one it goes on', async () => {
  const server = await serve({ key: '' });
  server.answer = (_, n) => (n > 3 && server.locked ? { status: 401, body: { error: { message: `Incorrect key ${KEY} given` } } } : { content: 'No.' });
  server.locked = true;
  await on('#ask', async (page, problems) => {
    await begin(page, server, { key: KEY });
    await card(page).getByText('status 401, Incorrect key [key] given').waitFor();
    server.locked = false;
    await card(page).getByRole('button', { name: /^(Continue|Retry)/ }).click();
    await card(page).getByText(/5 of 5 with a response/).waitFor();
    await ended(page);
    assert.doesNotMatch(await kept(page), /not-a-real-key/);
    problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
  });
});

for (const [status, later] of [[401, false], [403, true]]) {
  test(`another key after ${status}${later ? ' in the middle' : ''}: the card asks for it, and the run goes on`, async () => {
    const server = await serve({});
    let good = 'first';
    server.answer = (request, n) => {
      if (!later || n > 3) good = 'second';
      return server.seen.at(-1).key === good ? firstTool(request) : { status, body: 'no' };
    };
    await on('#ask', async (page, problems) => {
      await begin(page, server, { key: 'first', more: (one) => one.getByLabel('Concurrency').fill('1') });
      const field = card(page).getByLabel('Key for tiny');
      await field.waitFor();
      const said = await words(card(page));
      const button = /Enter another key, then press “(.*?)”/.exec(said)?.[1];
      assert.ok(button, said);
      await field.fill('second');
      await card(page).getByRole('button', { name: button, exact: true }).click();
      await card(page).getByText(/5 of 5 with a response/).waitFor();
      await ended(page);
      assert.equal(await field.count(), 0);
      problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
    });
  });
}

test('after a reload a finished run asks for a key only if the server requires one', async () => {
  const server = await serve({ key: KEY, answer: firstTool });
  await on('#ask', async (page, problems) => {
    await begin(page, server, { key: KEY });
    await ended(page);
    await page.reload();
    await ended(page);
    assert.equal(await card(page).getByLabel('Key for tiny').count(), 0);
    await page.goto(page.url().replace(/#.*/, '#results&run=tiny&entry=simple_python_90000'));
    await page.locator('bx-entry-detail').getByRole('button', { name: 'Regenerate' }).click();
    await page.locator('bx-entry-detail').getByText('The server requires a key. To regenerate this entry, enter the key').waitFor();
    await page.locator('bx-entry-detail').getByRole('link', { name: 'enter the key' }).click();
    await card(page).getByText('The server requires a key. Enter it, then press “Continue”').waitFor();
    await card(page).getByLabel('Key for tiny').fill(KEY);
    await card(page).getByRole('button', { name: 'Continue' }).click();
    await ended(page);
    assert.match(await words(card(page)), /5 of 5 with a response/);
    problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
  });
});

test('a key that the server repeats is in no result, no export, no page', async () => {
  const server = await serve({ answer: (_, n) => (n % 2 ? { content: `Your key is ${KEY} <img src=x onerror=alert(1)>` } : { status: 400, body: { error: { message: `Bad key ${JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')}` } } }) });
  await on('#ask', async (page, problems) => {
    await begin(page, server, { key: KEY });
    await ended(page);
    const files = await savedZip(page, card(page).getByRole('button', { name: 'Result files' }));
    const text = Object.values(files).map((bytes) => new TextDecoder().decode(bytes)).join('');
    assert.match(text, /\[key\]/);
    assert.doesNotMatch(text + (await kept(page)), /not-a-real-key/);
    assert.match(await words(card(page)), /(?:response could not be used and is scored as it is|responses could not be used and are scored as they are), as the official evaluator does\. The first/);
    assert.doesNotMatch(await page.evaluate(() => document.documentElement.innerHTML), /not-a-real-key/);
    assert.doesNotMatch(await words(page.locator('bx-app')), /not-a-real-key/);
    problems.splice(0, Infinity, ...problems.filter((one) => !/Failed to load resource/.test(one)));
  });
});
