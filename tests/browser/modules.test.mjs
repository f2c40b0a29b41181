// The three modules behind the page: what the lean one lacks as the very first thing, and the larger ones missing, cut
// or slow. No wrong verdict, nothing that hangs, and all well again once they are there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage, paste, serveSite, words } from './support.mjs';

const ID = 'simple_python_90002';
const call = (right) => `[observatory.point_telescope(right_ascension=${right}, declination=41.27, exposure_seconds=120)]`;
const line = (right, id = ID) => JSON.stringify({ id, result: call(right) });
/** Responses that the lean module cannot read, and whether they are right. */
const LACKED = [['0.512+0.2', true], ['9'.repeat(30), false], ['g.h(1)', false], ['0.312+0.4', true]];

let site;
let browser;
/** How module files are answered: (response, the file's name) => true when it has been. */
let answer;
before(async () => {
  site = await serveSite(undefined, (path, response) => {
    const name = /bfclx-(core|full)-.*\.wasm$/.exec(path)?.[1];
    return name !== undefined && answer?.(response, name) === true;
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
});

async function fresh(check, mangle = () => false) {
  answer = mangle;
  const { page, problems, context } = await openPage(browser, { allowed: [site.origin] });
  try {
    await page.goto(site.url);
    await page.locator('bx-score .box').waitFor();
    await check(page);
    assert.deepEqual(problems.filter((one) => !/status of 404/.test(one)), []);
  } finally {
    answer = undefined;
    await context.close();
  }
}

async function pasteAnywhere(page, text) {
  await page.locator('h1').first().click();
  await paste(page, text);
}
const verdict = (page, right) => page.locator('bx-by-hand .verdict').getByText(right ? /\bpassed\b/ : /\bfailed\b/).waitFor();
const gone = (response) => {
  response.writeHead(404).end('gone');
  return true;
};
const cut = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 99]));
  return true;
};
test('what the lean module lacks, as the first thing that is pasted', async () => {
  for (const [right, passes] of LACKED)
    await fresh(async (page) => {
      await pasteAnywhere(page, call(right));
      await verdict(page, passes);
    });
});

for (const [how, mangle] of [['missing', gone], ['cut', cut]])
  test(`the small module ${how}, then there`, () =>
    fresh(async (page) => {
      await pasteAnywhere(page, call('0.512+0.2'));
      await page.locator('bx-notice[kind=error]').first().waitFor();
      assert.equal(await page.locator('bx-by-hand .verdict').count(), 0);
      answer = undefined;
      await page.reload();
      await page.locator('bx-score .box, bx-by-hand').first().waitFor();
      await pasteAnywhere(page, call('0.512+0.2'));
      await verdict(page, true);
    }, mangle));

test('five at once while the small module is slow; then it is missing, then there', () => {
  const held = [];
  const slow = (response) => {
    held.push(() => gone(response));
    return true;
  };
  return fresh(async (page) => {
    for (const [right] of [...LACKED, ['0.712']]) await pasteAnywhere(page, call(right));
    while (held.length === 0) await page.waitForTimeout(50);
    await page.reload();
    await page.locator('bx-score .box').waitFor();
    held.length = 0;
    for (const [right] of LACKED) await pasteAnywhere(page, call(right));
    while (held.length === 0) await page.waitForTimeout(50);
    assert.equal(await page.locator('bx-by-hand .verdict').count(), 0);
    answer = undefined;
    for (const release of held) release();
    await page.locator('bx-notice[kind=error]').first().waitFor();
    await pasteAnywhere(page, call('0.112+0.6'));
    await verdict(page, true);
  }, slow);
});

const RUN = [...Array.from({ length: 999 }, () => line('0.712')), line('0.512+0.2')].join('\n');

test('a run of a thousand responses whose last the lean module lacks', () =>
  fresh(async (page) => {
    await pasteAnywhere(page, RUN);
    await page.locator('bx-results').getByText('1 of 1').first().waitFor();
  }));

test('a run is not scored by half where the small module is missing', () =>
  fresh(async (page) => {
    await pasteAnywhere(page, RUN);
    await page.getByText('This run could not be scored').waitFor();
    assert.doesNotMatch(await words(page.locator('bx-results')), /\d of 1\b/);
  }, gone));
