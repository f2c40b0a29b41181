// The deferred part of the module behind the page: what needs it as the very first thing, and the part missing, cut or
// slow. No wrong verdict, nothing that hangs, and all well again once it is there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage, paste, serveSite, words } from './support.mjs';

const ID = 'simple_python_90002';
const call = (right) => `[observatory.point_telescope(right_ascension=${right}, declination=41.27, exposure_seconds=120)]`;
const line = (right, id = ID) => JSON.stringify({ id, result: call(right) });
/** Right, with integers of more than 64 bits. */
const LARGE = '0.712+(10**30-10**30)';
/** Responses that deferred code reads, and whether they are right. */
const DEFERRED = [[LARGE, true], ['9'.repeat(30), false], ['0.8+(10**30-10**30)', false], ['0.312+0.4+(7**40-7**40)', true]];

let site;
let browser;
/** How the deferred part is answered: (response) => true when it has been. */
let answer;
before(async () => {
  site = await serveSite(undefined, (path, response) => {
    return /bfclx\.deferred-.*\.wasm$/.test(path) && answer?.(response) === true;
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
test('what needs the deferred part, as the first thing that is pasted', async () => {
  for (const [right, passes] of DEFERRED)
    await fresh(async (page) => {
      await pasteAnywhere(page, call(right));
      await verdict(page, passes);
    });
});

for (const [how, mangle] of [['missing', gone], ['cut', cut]])
  test(`the deferred part ${how}, then there`, () =>
    fresh(async (page) => {
      await pasteAnywhere(page, call(LARGE));
      await page.locator('bx-notice[kind=error]').first().waitFor();
      assert.equal(await page.locator('bx-by-hand .verdict').count(), 0);
      answer = undefined;
      await page.reload();
      await page.locator('bx-score .box, bx-by-hand').first().waitFor();
      await pasteAnywhere(page, call(LARGE));
      await verdict(page, true);
    }, mangle));

test('five at once while the deferred part is slow; then it is missing, then there', () => {
  const held = [];
  const slow = (response) => {
    held.push(() => gone(response));
    return true;
  };
  return fresh(async (page) => {
    for (const [right] of [...DEFERRED, ['0.712']]) await pasteAnywhere(page, call(right));
    while (held.length === 0) await page.waitForTimeout(50);
    await page.reload();
    await page.locator('bx-score .box').waitFor();
    held.length = 0;
    for (const [right] of DEFERRED) await pasteAnywhere(page, call(right));
    while (held.length === 0) await page.waitForTimeout(50);
    assert.equal(await page.locator('bx-by-hand .verdict').count(), 0);
    answer = undefined;
    for (const release of held) release();
    // The first of the five fails; a later one asks again, and has its verdict if that was answered.
    await page.locator('bx-notice[kind=error], bx-by-hand .verdict').first().waitFor();
    await pasteAnywhere(page, call('0.112+0.6+(10**30-10**30)'));
    await verdict(page, true);
  }, slow);
});

const RUN = [...Array.from({ length: 999 }, () => line('0.712')), line(LARGE)].join('\n');

test('a run of a thousand responses whose last needs the deferred part', () =>
  fresh(async (page) => {
    await pasteAnywhere(page, RUN);
    await page.locator('bx-results').getByText('1 of 1').first().waitFor();
  }));

test('a run is not scored by half where the deferred part is missing', () =>
  fresh(async (page) => {
    await pasteAnywhere(page, RUN);
    await page.getByText('This run could not be scored').waitFor();
    assert.doesNotMatch(await words(page.locator('bx-results')), /\d of 1\b/);
  }, gone));
