// Accessibility of the views beside Score and Results, with something in them: axe-core finds nothing.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { GUISES, flaws, serveFiles, setUp } from './support.mjs';

const CSV =
  'Rank,Overall Acc,Model,Model Link,Total Cost ($),Latency Mean (s),Non-Live AST Acc,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,Irrelevance Detection,Organization,License\n' +
  '1,60.00%,alpha,https://m.example/,2,3,80.00%,70.00%,60.00%,50.00%,40.00%,80.00%,Org,MIT\n2,50.00%,beta,,4,N/A,70.00%,70.00%,50.00%,40.00%,40.00%,80.00%,Org,MIT\n';
const BOTH = '#compare&url=sample:good-model+sample:bad-model&with=good-model+bad-model';

let files;
before(async () => {
  files = await serveFiles({ '/t.csv': { body: CSV, headers: { 'Access-Control-Allow-Origin': '*' } } });
});
const { on } = setUp(() => [files]);

// Name, address, what is waited for, and the button that opens what no address does.
const VIEWS = [
  ['Dataset', () => '#dataset', 'bx-dataset .body .row'],
  ['an episode of the dataset', () => '#dataset&entry=multi_turn_base_90000', 'bx-dataset-entry bx-state-tree'],
  ['ground truth that cannot pass', () => '#dataset&panel=truth', 'bx-dataset .outcomes'],
  ['Playground', () => "#playground&entry=multi_turn_base_90000&calls=cd(folder='garden')%0Acd(folder='x')", 'bx-playground .history li:nth-child(2)'],
  ['functions of the playground', () => '#playground&panel=functions', 'bx-playground .doc'],
  ['Compare', () => BOTH, 'bx-compare .verdict strong'],
  ['Compare by v3', () => `${BOTH}&leaderboard=v3`, 'bx-compare .verdict strong'],
  ['a flip', () => `${BOTH}&entry=simple_python_90002`, 'bx-flip-detail .side'],
  ['Leaderboard, own runs', () => '#leaderboard&table=none&url=sample:good-model+sample:bad-model', 'bx-leaderboard .lacking'],
  ['Leaderboard, nothing to show', () => '#leaderboard&table=none', 'bx-leaderboard bx-notice'],
  ['Leaderboard, the public table', () => '#leaderboard&url=sample:bad-model', 'bx-leaderboard tbody tr:nth-child(100)'],
  ['Leaderboard, the form for another table', () => '#leaderboard&table=none', 'bx-leaderboard .intake input', 'Another table…'],
  ['Leaderboard', () => `#leaderboard&url=sample:bad-model&table=${encodeURIComponent(`${files.origin}/t.csv`)}`, 'bx-leaderboard tbody tr:nth-child(3)'],
];

for (const [name, hash, ready, button] of VIEWS) {
  for (const guise of GUISES) {
    test(`${name}, ${guise.name}`, () =>
      on(hash(), async (page) => {
        if (button) {
          const options = page.getByRole('button', { name: 'Options' });
          await options.or(page.getByRole('button', { name: button })).filter({ visible: true }).first().waitFor();
          if (await options.isVisible()) await options.click();
          await page.getByRole('button', { name: button }).click();
        }
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(300);
        assert.deepEqual(await flaws(page), []);
      }, { ...guise.options, follow: hash().includes('table=http') }));
  }
}

test('fields of all views have one border', async () => {
  const seen = new Map();
  const more = ['#ask', '#runs&url=sample:good-model', '#results&url=sample:bad-model', '#score&panel=call'];
  const views = [...VIEWS.map(([, hash, , button]) => [hash(), button]), ...more.map((hash) => [hash])];
  for (const [hash, button] of views.filter(([hash]) => !hash.includes('table=http'))) {
    await on(hash, async (page) => {
      await page.locator('main > *').waitFor();
      if (button) await page.getByRole('button', { name: button }).click();
      await page.waitForTimeout(500);
      const borders = await page.evaluate(() => {
        const all = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
        return all(document)
          .filter((one) => one.matches('select, textarea, input:not([type=checkbox], [type=radio])') && one.checkVisibility())
          .map((one) => getComputedStyle(one))
          .filter(({ borderTopWidth }) => borderTopWidth !== '0px')
          .map(({ borderTopColor, borderTopStyle, borderTopWidth }) => `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`);
      });
      for (const border of borders) seen.set(border, [...(seen.get(border) ?? []), hash]);
    });
  }
  assert.equal(seen.size, 1, JSON.stringify([...seen]));
  assert.ok([...seen.values()][0].length > 15);
});
