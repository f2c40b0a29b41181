// What leaves the page for paper: charts as SVG and PNG that say what they rest on, and every view as a printed report.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setUp, shows } from './support.mjs';

const stage = setUp();
const { on } = stage;
const BAD = '#results&url=sample:bad-model';
const BOTH = '&url=sample:good-model+sample:bad-model';

async function saved(page, press) {
  const coming = page.waitForEvent('download');
  await press();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('charts of a run as SVG and PNG', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    await page.locator('bx-run-head').getByText('of the weight').waitFor();
    for (const [region, name] of [['Categories', 'bad-model-accuracy'], ['Why entries failed', 'bad-model-errors']]) {
      const section = page.locator('bx-summary section', { hasText: region });
      const svg = await saved(page, () => section.getByRole('button', { name: '⇩ SVG' }).click());
      assert.equal(svg.name, `${name}.svg`);
      const text = svg.bytes.toString();
      for (const part of ['BFCL dataset sample (cd6335d)', '34 entries scored in 11 categories', 'overall score of v4: covers 32.2 % of the weight']) assert.ok(text.includes(part), `${name} lacks ${part}`);
      assert.doesNotMatch(text, /var\(--|light-dark|class=/);
      const png = await saved(page, () => section.getByRole('button', { name: '⇩ PNG' }).click());
      assert.equal(png.name, `${name}.png`);
      assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
      assert.equal(png.bytes.readUInt32BE(16), 640 * 3);
      // Something is drawn: a white picture of that size packs into less.
      assert.ok(png.bytes.length > 20_000, String(png.bytes.length));
    }
  }));

test('below twenty entries a chart has counts, and no share collides with its dot', () =>
  on('#results&url=sample:good-model', async (page) => {
    await shows(page, '\\d+ entries');
    await page.locator('bx-progress').waitFor({ state: 'detached' });
    const section = page.locator('bx-summary section', { hasText: 'Categories' });
    const { bytes } = await saved(page, () => section.getByRole('button', { name: '⇩ SVG' }).click());
    const boxes = await page.evaluate((text) => {
      const host = document.createElement('div');
      const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      host.append(document.importNode(svg, true));
      document.body.append(host);
      const of = (name) => [...host.querySelectorAll(name)].map((one) => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
      const found = { circles: of('circle'), texts: of('g text'), whole: host.querySelector('svg').getBoundingClientRect().right };
      host.remove();
      return found;
    }, bytes.toString());
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    assert.ok(boxes.circles.length > 5);
    assert.equal(boxes.circles.filter((circle) => boxes.texts.some((text) => over(circle, text))).length, 0);
    assert.ok(boxes.texts.every(({ right }) => right <= boxes.whole));
    assert.match(bytes.toString(), />\d+ of \d+</);
  }));

const pages = (pdf) => (pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;

/** The page as it is laid out for paper, and what of it would be cut off. */
async function onPaper(page) {
  await page.setViewportSize({ width: 1030, height: 700 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.waitForTimeout(300);
  return page.evaluate(() => {
    const cut = [];
    const names = (node) => `${node.localName}.${node.className}`;
    const walk = (node) => {
      if (node.nodeType === 1) {
        const style = getComputedStyle(node);
        if (style.display === 'none' || node.classList.contains('sr')) return;
        const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
        if (clips && !node.closest('svg') && node !== document.body && node !== document.documentElement && (node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2)) cut.push(names(node));
        if (style.position === 'fixed') cut.push(`fixed ${names(node)}`);
        if (node.shadowRoot) [...node.shadowRoot.children].forEach(walk);
      }
      [...node.children].forEach(walk);
    };
    walk(document.body);
    return { cut, height: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth - document.documentElement.clientWidth };
  });
}

const VIEWS = [
  ['results', BAD, 'bx-summary', 2],
  ['an open entry', `${BAD}&entry=multi_turn_base_90000`, 'bx-entry-detail h3', 2],
  ['runs', `#runs${BOTH}`, 'bx-runs table', 1],
  ['compare', `#compare${BOTH}`, 'bx-compare table', 2],
  ['leaderboard', `#leaderboard${BOTH}`, 'bx-leaderboard table', 1],
  ['dataset', '#dataset', 'bx-dataset bx-table', 2],
  ['playground', '#playground', 'bx-playground', 1],
  ['score', '#score', 'bx-score', 1],
];
for (const [name, hash, wait, least] of VIEWS) {
  test(`printed: ${name}`, () =>
    on(hash, async (page) => {
      await page.locator(wait).first().waitFor();
      // What a view loads comes row by row: printed once it fills the pages that it needs.
      let printed = 0;
      for (let tries = 0; tries < 30 && printed < least; tries++) {
        await page.waitForTimeout(1000);
        printed = pages(await page.pdf({ preferCSSPageSize: true }));
      }
      assert.ok(printed >= least && printed < 40, `${printed} pages`);
      const { cut, wide } = await onPaper(page);
      assert.deepEqual(cut, []);
      assert.ok(wide <= 2, `${wide} px beyond the paper`);
      await page.locator('.paper').getByText(/BFCL dataset sample/).first().waitFor();
      assert.equal(await page.locator('bx-top-bar').isVisible(), false);
    }));
}

for (const [name, more, heading] of [
  ['categories', '', 'simple_python'],
  ['a folded group', '&folded=Non-Live', 'non-live'],
])
  test(`printed: each number of the matrix is below its heading, with ${name}`, () =>
    on(`#runs${BOTH}${more}`, async (page) => {
      const table = page.locator('bx-runs table');
      await table.locator('thead th', { hasText: heading }).waitFor();
      for (const run of ['good-model', 'bad-model']) await table.locator('tbody tr', { hasText: run }).waitFor();
      await page.locator('bx-runs [aria-busy=true], bx-runs progress').first().waitFor({ state: 'detached' });
      const { wide } = await onPaper(page);
      assert.ok(wide <= 2, `${wide} px beyond the paper`);
      const rows = await table.evaluate((one) =>
        [...one.querySelectorAll('thead tr:last-child, tbody tr')].map((row) =>
          [...row.children].filter((cell) => cell.getClientRects().length > 0).map((cell) => Math.round(cell.getBoundingClientRect().left)),
        ),
      );
      assert.equal(rows.length, 3);
      assert.ok(rows[0].length > 8, String(rows[0].length));
      for (const row of rows.slice(1)) assert.deepEqual(row, rows[0]);
      assert.doesNotMatch(await table.innerText(), /\bkept\b/);
      assert.equal(await table.locator('input:visible').count(), 0);
      assert.equal(await table.locator('bx-term[mark]:visible').count(), 0);
    }));

test('printed rows are all rows, and what is too many is counted', () =>
  on(BAD, async (page) => {
    await shows(page, '38 entries');
    const { height } = await onPaper(page);
    assert.equal(await page.locator('bx-table .body .row').count(), 38);
    assert.ok(height > 700 * 1.4, String(height));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  }));
