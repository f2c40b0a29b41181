// Accessibility of the views beside Score and Results, with something in them: axe-core finds nothing serious.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, openPage, serveFiles, serveSite } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CSV =
  'Rank,Overall Acc,Model,Model Link,Total Cost ($),Latency Mean (s),Non-Live AST Acc,Live Acc,Multi Turn Acc,Web Search Acc,Memory Acc,Irrelevance Detection,Organization,License\n' +
  '1,60.00%,alpha,https://m.example/,2,3,80.00%,70.00%,60.00%,50.00%,40.00%,80.00%,Org,MIT\n2,50.00%,beta,,4,N/A,70.00%,70.00%,50.00%,40.00%,40.00%,80.00%,Org,MIT\n';
const BOTH = '#compare&url=sample:good-model+sample:bad-model&with=good-model+bad-model';

let site, files, browser;
before(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
  files = await serveFiles({ '/t.csv': { body: CSV, headers: { 'Access-Control-Allow-Origin': '*' } } });
});
after(async () => {
  await browser?.close();
  site?.close();
  files?.close();
});

const VIEWS = [
  ['Dataset', () => '#dataset', 'bx-dataset .body .row'],
  ['an episode of the dataset', () => '#dataset&entry=multi_turn_base_0', 'bx-dataset-entry bx-state-tree'],
  ['ground truth that cannot pass', () => '#dataset&panel=truth', 'bx-dataset .outcomes'],
  ['Playground', () => "#playground&entry=multi_turn_base_0&calls=cd(folder='garden')%0Acd(folder='x')", 'bx-playground .history li:nth-child(2)'],
  ['functions of the playground', () => '#playground&panel=functions', 'bx-playground .doc'],
  ['Compare', () => BOTH, 'bx-compare .verdict strong'],
  ['Compare by v3', () => `${BOTH}&leaderboard=v3`, 'bx-compare .verdict strong'],
  ['a flip', () => `${BOTH}&entry=simple_python_2`, 'bx-flip-detail .side'],
  ['Leaderboard, own runs', () => '#leaderboard&url=sample:good-model+sample:bad-model', 'bx-leaderboard .lacking'],
  ['Leaderboard, empty', () => '#leaderboard', 'bx-leaderboard form'],
  ['Leaderboard', () => `#leaderboard&url=sample:bad-model&table=${encodeURIComponent(`${files.origin}/t.csv`)}`, 'bx-leaderboard tbody tr:nth-child(3)'],
];

for (const [name, hash, ready] of VIEWS) {
  for (const [colorScheme, width] of [['light', 1440], ['dark', 390]]) {
    test(`${name}, ${colorScheme}, ${width}`, async () => {
      const options = { allowed: [site.origin, files.origin], colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' };
      const { page, problems, context } = await openPage(browser, options);
      try {
        await page.goto(site.url + hash());
        await page.locator(ready).first().waitFor();
        await page.waitForTimeout(300);
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document));
        const serious = violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary}`));
        assert.deepEqual(serious, []);
        assert.deepEqual(problems, []);
      } finally {
        await context.close();
      }
    });
  }
}
