// Sharing: a run and an entry as a page that stands alone, and as a link that carries its data; links that are hostile.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { LINES, editor, openPage, paste, setUp, shows, words } from './support.mjs';

const stage = setUp();
const { on } = stage;
const carried = (head, lines = '') => `#results&url=carried:${deflateRawSync(`${JSON.stringify({ bfclx: 1, ...head })}\n${lines}`).toString('base64url')}`;

async function saved(page, press) {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8'), path: await file.path() };
}

/** The saved page, opened by itself: nothing is asked for, nothing runs. */
async function opened(text, check) {
  const { page, context, problems } = await openPage(stage.browser, { allowed: ['http://127.0.0.1:9'] });
  try {
    await page.route('http://127.0.0.1:9/**', (route) => route.fulfill({ contentType: 'text/html', body: route.request().url().endsWith('/p') ? text : '' }));
    await page.goto('http://127.0.0.1:9/p');
    await check(page);
    assert.deepEqual(problems.filter((problem) => !/favicon/.test(problem)), []);
  } finally {
    await context.close();
  }
}

const share = (page) => page.getByRole('button', { name: 'Share this entry' }).click();

/** Whole, as the head of a run cuts long ones. */
const runName = (page) => page.locator('bx-run-head bx-run-picker button').first().getAttribute('title');

test('an entry as a page: question, response, marked call, ground truth, what it rests on', () =>
  on('#results&url=sample:bad-model&entry=simple_python_90002', async (page) => {
    await share(page);
    const { name, text } = await saved(page, () => page.getByRole('button', { name: 'Save as an HTML page' }).click());
    assert.equal(name, 'simple_python_90002-bad-model.html');
    await opened(text, async (alone) => {
      const shown = await alone.locator('body').innerText();
      for (const part of [/simple_python_90002, bad-model/, /by bfclx [\d.]+; dataset sample, sha256:cd6335d/, /decoder openai_fc/, /question/, /ground truth/, /official error/]) assert.match(shown, part);
      assert.match(await alone.locator('summary').first().innerText(), /^simple_python_90002 type_error:simple \S.*right_ascension/);
      assert.equal(await alone.locator('mark').innerText(), "'0.712'");
      assert.equal(await alone.locator('script, link, img, iframe').count(), 0);
    });
  }));

test('a run as a page: figures, charts, every failure; responses stay text', () =>
  on('#score', async (page) => {
    await editor(page);
    await paste(page, LINES.replace('simple_python_90000", "result": "[', 'simple_python_90000", "result": "</pre><script>document.title=1</script><img src=x onerror=alert(1)>['));
    await shows(page, '3,?\\d* entries|\\d+ entries');
    await page.getByRole('button', { name: '⇩ Export' }).click();
    const { text } = await saved(page, () => page.getByRole('button', { name: 'This run as an HTML page' }).click());
    await opened(text, async (alone) => {
      assert.equal(await alone.title(), 'pasted');
      assert.equal(await alone.locator('details.entry code').count(), 2);
      // The axis, a category, two error types; the overall score.
      assert.equal(await alone.locator('svg').count(), 5);
      assert.equal(await alone.locator('svg.axis').count(), 1);
      assert.match(await alone.locator('body').innerText(), /1 of 3/);
      await alone.locator('summary', { hasText: '2 of 3 failed' }).click();
      await alone.locator('summary', { hasText: 'simple_python_90000' }).click();
      assert.match(await alone.locator('body').innerText(), /<script>document\.title=1<\/script><img src=x onerror=alert\(1\)>/);
      assert.equal(await alone.locator('script, img').count(), 0);
    });
  }));

test('an entry as a link: opened elsewhere it has its verdict, says where it came from, and is not kept unless asked', () =>
  on('#results&url=sample:bad-model&entry=simple_python_90002', async (page) => {
    await share(page);
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    assert.ok(link.length < 1000, link);
    const { page: other, context, problems } = await openPage(stage.browser, { allowed: [stage.site.origin] });
    try {
      await other.goto(link);
      await other.locator('bx-entry-detail').getByText('right_ascension').first().waitFor();
      assert.equal(await runName(other), 'bad-model');
      await other.locator('bx-run-head').getByText('came in the link itself, not kept').waitFor();
      // The address has it: a reload shows the same, and nothing lies in the browser.
      await other.reload();
      await other.locator('bx-entry-detail').getByText('right_ascension').first().waitFor();
      const kept = async () => {
        await other.goto('about:blank');
        await other.goto(`${stage.site.url}#runs`);
        await other.locator('bx-runs').getByRole('heading').first().waitFor();
        await other.waitForTimeout(500);
        return other.locator('bx-runs').getByText('bad-model').count();
      };
      assert.equal(await kept(), 0);
      await other.goto(link);
      await other.locator('bx-run-head').getByRole('button', { name: 'Keep' }).click();
      await other.locator('bx-run-head').getByText('came in the link itself, kept').waitFor();
      assert.ok((await kept()) > 0);
      assert.deepEqual(problems, []);
    } finally {
      await context.close();
    }
  }));

test('a whole run as a link where it fits', () =>
  on('#results&url=sample:bad-model', async (page) => {
    await shows(page, '\\d+ entries');
    await page.getByRole('button', { name: '⇩ Export' }).click();
    await page.getByRole('button', { name: 'Link that contains this run' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    assert.ok(link.length <= 8192);
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('bx-run-head').getByText('8 of 34 passed').waitFor();
  }));

test('what does not fit is said, and the page offered', () =>
  on('#score', async (page) => {
    const noise = randomBytes(12_000).toString('base64');
    await editor(page);
    await paste(page, `{"id": "simple_python_90000", "result": "[f(x='${noise}')]"}\n{"id": "simple_python_90001", "result": "[f()]"}`);
    await shows(page, '\\d+ entries');
    await page.getByRole('button', { name: '⇩ Export' }).click();
    await page.getByRole('button', { name: 'Link that contains this run' }).click();
    await page.getByText(/would make a link of [\d,]+ characters; many programs truncate links of more than 8,192/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save as an HTML page' }).isVisible(), true);
  }));

const refused = [
  ['cut', carried({ name: 'x' }, LINES).slice(0, -8), /malformed/],
  ['no packing at all', '#results&url=carried:AAAA!', /malformed/],
  ['unpacks without end', `#results&url=carried:${deflateRawSync(Buffer.alloc(9_000_000, 10)).toString('base64url').slice(0, 12_000)}`, /unpacks to more than|malformed/],
  ['endless address', `#results&url=carried:${'A'.repeat(40_000)}`, /longer than/],
  ['of another version', carried({ bfclx: 99 }, LINES), /nothing that this site can read/],
  ['no lines', carried({ name: 'x' }), /No response could be scored|No result/],
  ['brackets a hundred thousand deep', carried({ name: 'x' }, `{"id":"simple_python_90000","result":${'['.repeat(100_000)}`), /No response could be scored/],
  ['a dataset', carried({ name: 'x' }, '{"id": "simple_python_90000", "question": [], "function": []}\n'), /No response could be scored/],
];
for (const [name, hash, expected] of refused) {
  test(`hostile link, ${name}: a sentence, and nothing is loaded`, () =>
    on(hash, async (page) => {
      const notice = page.locator('bx-app bx-notice[kind=error]');
      await notice.waitFor();
      assert.match(await words(notice), expected);
      assert.equal(await page.locator('bx-run-head h1').count(), 0);
    }));
}

test('names and settings of a link are text; what is unknown of it is left', () =>
  on(carried({ name: '<img src=x onerror=alert(1)>', decoder: 'prompting', dataset: { version: '<b>', hash: 'sha256:zz' }, errata: '"><script>' }, LINES), async (page) => {
    await page.locator('bx-run-head h1').waitFor();
    assert.equal(await runName(page), '<img_src=x_onerror=alert(1)>');
    await page.locator('bx-table .body .row').first().waitFor();
    assert.equal(await page.locator('bx-results img, bx-results script').count(), 0);
  }));

test('a decoder of a link that is none is told', () =>
  on(carried({ name: 'm', decoder: '<img src=x>' }, LINES), async (page) => {
    await page.getByText('unknown decoder `<img src=x>`').first().waitFor();
    assert.equal(await page.locator('bx-results img').count(), 0);
  }));

test('a link made with another dataset and errata says so', () =>
  on(carried({ name: 'm', decoder: 'prompting', dataset: { version: 'v9', hash: 'sha256:0123456789' }, errata: 'mine' }, LINES), async (page) => {
    await page.getByRole('button', { name: /problems? in the files/ }).click();
    const told = await words(page.locator('bx-dialog'));
    assert.match(told, /made with the dataset v9 \(0123456\); this page uses sample/);
    assert.match(told, /with the errata “mine”, which are not loaded/);
  }));
