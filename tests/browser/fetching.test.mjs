// Folders of GitHub and Hugging Face by their addresses. Chromium asks a stand-in of this test in their place: no host is
// contacted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINES, paste, setUp, words } from './support.mjs';

const { on } = setUp();
const HOSTS = ['https://api.github.com', 'https://raw.githubusercontent.com', 'https://huggingface.co'];
const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Link, X-RateLimit-Remaining, X-RateLimit-Reset' };
const json = (value, headers = {}) => ({ status: 200, body: JSON.stringify(value), headers: { ...CORS, ...headers } });
const NAME = 'BFCL_v4_simple_python_result.json';
const LIST = { tree: [`result/m-1/non_live/${NAME}`, `result/m-2/non_live/${NAME}`, 'score/m-1/x_score.json', 'README.md'].map((path) => ({ path, type: 'blob', size: 99 })) };
const GITHUB = 'https://github.com/o/n/tree/main/result';
const TREE = 'https://api.github.com/repos/o/n/git/trees/main?recursive=1';
const raw = (model) => `https://raw.githubusercontent.com/o/n/main/result/${model}/non_live/${NAME}`;
const error = (page) => page.locator('bx-notice[kind=error]');

/** The page with `answers` ({address: answer}) in place of the hosts; what was asked is in `seen`. */
function standing(answers, hash, check, options = {}) {
  const seen = [];
  return on('', async (page, problems) => {
    await page.context().route((url) => HOSTS.includes(url.origin), (route) => {
      const request = route.request();
      seen.push(request.url());
      assert.equal(request.headers().cookie, undefined);
      const answer = answers[request.url()];
      return answer === undefined ? route.fulfill({ status: 404, headers: CORS, body: '' }) : answer === 'cut' ? route.abort() : route.fulfill(answer);
    });
    await page.goto(page.url().replace(/#.*|$/, hash));
    await check(page, seen);
    // Refused answers are in the console too.
    if (options.refused) problems.splice(0, problems.length, ...problems.filter((one) => !/status of (?:401|403|404|429|500)|CORS|ERR_FAILED/.test(one)));
  }, { allowed: HOSTS });
}

async function fetchIt(page, address) {
  await page.getByRole('button', { name: 'Fetch URL…' }).click();
  await page.getByLabel('Address of results').fill(address);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
}

test('the result files of a GitHub folder become runs, with their host, not kept', () =>
  standing({ [TREE]: json(LIST), [raw('m-1')]: { status: 200, headers: CORS, body: LINES }, [raw('m-2')]: { status: 200, headers: CORS, body: LINES } }, '#score', async (page, seen) => {
    await fetchIt(page, GITHUB);
    await page.locator('bx-runs tbody tr').nth(1).waitFor();
    assert.deepEqual(seen.sort(), [TREE, raw('m-1'), raw('m-2')].sort());
    assert.ok(page.url().includes(`url=${GITHUB}`));
    assert.deepEqual(await page.locator('bx-runs tbody th a').allInnerTexts(), ['m-1', 'm-2']);
    await page.getByLabel('Keep m-1 in this browser').waitFor();
    await page.locator('bx-runs tbody th').getByRole('link', { name: 'm-1' }).click();
    await page.getByText('from raw.githubusercontent.com').waitFor();
  }));

const tree = (revision) => `https://api.github.com/repos/o/n/git/trees/${revision}?recursive=1`;
const refs = (kind, begin) => `https://api.github.com/repos/o/n/git/matching-refs/${kind}/${begin}`;

test('a branch of GitHub whose name has a slash is found; its files too', () => {
  const file = `https://raw.githubusercontent.com/o/n/feature/x/result/m-1/non_live/${NAME}`;
  return standing({
    [refs('heads', 'feature/x')]: json([{ ref: 'refs/heads/feature/x' }, { ref: 'refs/heads/feature/x2' }]),
    [tree('feature%2Fx')]: json({ tree: LIST.tree.slice(0, 1) }),
    [file]: { status: 200, headers: CORS, body: LINES },
  }, '#score', async (page, seen) => {
    await fetchIt(page, 'https://github.com/o/n/tree/feature/x/result');
    await page.locator('bx-run-head h1', { hasText: 'm-1' }).waitFor();
    assert.deepEqual(seen, [tree('feature'), refs('heads', 'feature/x'), tree('feature%2Fx'), file]);
  }, { refused: true });
});

test('a repository that is not there is asked for twice, however deep the address; a branch that is not there, three times', async () => {
  const deep = 'https://github.com/o/n/tree/main/a/b/c/d';
  await standing({}, '#score', async (page, seen) => {
    await fetchIt(page, deep);
    await error(page).waitFor();
    assert.match(await words(error(page)), /api\.github\.com returned HTTP 404: it has no repository o\/n\. Check the address; private ones look the same\./);
    assert.deepEqual(seen, [tree('main'), refs('heads', 'main/a')]);
  }, { refused: true });
  await standing({ [refs('heads', 'main/a')]: json([]), [refs('tags', 'main/a')]: json([]) }, '#score', async (page, seen) => {
    await fetchIt(page, deep);
    await error(page).waitFor();
    assert.match(await words(error(page)), /returned HTTP 404: it has no folder a\/b\/c\/d of o\/n at main/);
    assert.deepEqual(seen, [tree('main'), refs('heads', 'main/a'), refs('tags', 'main/a')]);
  }, { refused: true });
});

test('hf:// follows the pages of the list, on the same host alone; a pasted address is fetched', () => {
  const list = 'https://huggingface.co/api/datasets/o/n/tree/main/result?recursive=true';
  const file = (n) => ({ path: `result/m/f${n}_result.json`, type: 'file', size: 1 });
  const got = (n) => [`https://huggingface.co/datasets/o/n/resolve/main/result/m/f${n}_result.json`, { status: 200, headers: CORS, body: LINES }];
  return standing({
    [list]: json([file(1)], { Link: `<${list}&cursor=2>; rel="next"` }),
    [`${list}&cursor=2`]: json([file(2)], { Link: '<https://raw.githubusercontent.com/evil>; rel="next"' }),
    ...Object.fromEntries([got(1), got(2)]),
  }, '#score', async (page, seen) => {
    await page.locator('h1').click();
    await paste(page, ' hf://datasets/o/n/result\n');
    await page.locator('bx-run-head h1', { hasText: 'm' }).waitFor();
    await page.getByText('from huggingface.co').waitFor();
    assert.equal(seen.length, 4);
  });
});

test('a link to a folder asks first, and names the hosts', () =>
  standing({ [TREE]: json(LIST) }, `#results&url=${GITHUB}`, async (page, seen) => {
    const dialog = page.locator('bx-dialog');
    await dialog.getByText('api.github.com and raw.githubusercontent.com').first().waitFor();
    assert.deepEqual(seen, []);
    await page.getByRole('button', { name: 'Do not fetch' }).click();
    await page.getByText('No results are loaded').waitFor();
    assert.deepEqual(seen, []);
  }));

for (const [name, answers, address, said] of [
  ['no such repository', {}, GITHUB, /api\.github\.com returned HTTP 404: it has no repository o\/n/],
  ['a rate limit', { [TREE]: { status: 403, headers: { ...CORS, 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795392000' }, body: '{}' } }, GITHUB, /refuses further requests from your network until \d\d:\d\d/],
  ['no permission', { 'https://huggingface.co/api/datasets/o/n/tree/main?recursive=true': { status: 401, headers: CORS, body: '' } }, 'hf://datasets/o/n', /requires an account/],
  ['no CORS', { [TREE]: { status: 200, headers: { 'Access-Control-Allow-Origin': 'https://other.test' }, body: '{}' } }, GITHUB, /does not allow other sites to read it \(CORS/],
  ['a list that is HTML', { [TREE]: { status: 200, headers: CORS, body: '<html>' } }, GITHUB, /list of files of o\/n at main is not JSON/],
  ['a list of another form', { [TREE]: json({ message: '<img src=x>' }) }, GITHUB, /unknown format/],
  ['a list that is cut', { [TREE]: json({ ...LIST, truncated: true }) }, GITHUB, /more files than api\.github\.com lists/],
  ['no results in it', { [TREE]: json({ tree: [{ path: 'result/README.md', type: 'blob' }] }) }, GITHUB, /no result files found/],
  ['too many', { [TREE]: json({ tree: Array.from({ length: 700 }, (_, i) => ({ path: `result/${i}_result.json`, type: 'blob', size: 1 })) }) }, GITHUB, /700 result files; the limit is 600/],
  ['too large', { [TREE]: json({ tree: [{ path: 'result/a_result.json', type: 'blob', size: 9e9 }] }) }, GITHUB, /9,000 MB of results/],
  ['a file that is gone', { [TREE]: json(LIST) }, GITHUB, /raw\.githubusercontent\.com returned HTTP 404: it has no result\/m-\d\/non_live/],
  ['a connection that breaks', { [TREE]: json(LIST), [raw('m-1')]: 'cut', [raw('m-2')]: 'cut' }, GITHUB, /could not be read from this page/],
  ['no address of the form', {}, 'hf://spaces/o/n', /hf:\/\/datasets\/owner\/name/],
]) {
  test(`a folder's address: ${name}`, () =>
    standing(answers, '#score', async (page) => {
      await fetchIt(page, address);
      await error(page).waitFor();
      assert.match(await words(error(page)), said);
      await page.locator('bx-score .box').waitFor();
    }, { refused: true }));
}
