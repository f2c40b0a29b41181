// What the tests of Generate share: servers that stand in, the form, and what the browser keeps.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT, setUp } from './support.mjs';
import { standIn } from './stand-in.mjs';

const { unzipSync } = createRequire(join(ROOT, 'site/package.json'))('fflate');
export const KEY = 'sk-not-a-real-key/12345';

const servers = [];
export async function serve(options) {
  const server = await standIn(options);
  servers.push(server);
  return server;
}
export const { on } = setUp(() => servers);

export const card = (page) => page.locator('bx-ask-card');

export async function choose(page, ...names) {
  await page.locator('bx-ask .categories > summary').click();
  const box = page.locator('bx-ask .categories');
  await box.getByRole('button', { name: 'none' }).first().waitFor();
  for (const none of await box.getByRole('button', { name: 'none' }).all()) await none.click();
  for (const name of names) await box.getByLabel(name, { exact: true }).check();
}

export async function begin(page, server, { categories = ['simple_python'], key = '', model = '', more = async () => {} } = {}) {
  await page.getByLabel('Endpoint').fill(server.url);
  await page.getByLabel('API key, if required').fill(key);
  if (model) await page.getByLabel('Model', { exact: true }).fill(model);
  await choose(page, ...categories);
  await more(page);
  await page.getByRole('button', { name: 'Start' }).click();
}
export const ended = (page, how = 'done') => card(page).getByText(how, { exact: true }).waitFor();

/** Everything that this browser keeps for the page, as one text. */
export const kept = (page) =>
  page.evaluate(async () => {
    const read = async (folder) => {
      let text = '';
      for await (const [name, handle] of folder.entries()) {
        text += `${name} ${handle.kind === 'file' ? await (await handle.getFile()).text() : await read(handle)}\n`;
      }
      return text;
    };
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' ')));
    return [await read(await navigator.storage.getDirectory()), JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href, ...caches_].join('\n');
  });

export async function savedZip(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return unzipSync(readFileSync(await file.path()));
}
