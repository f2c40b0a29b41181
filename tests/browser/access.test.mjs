// Accessibility: axe-core finds nothing serious in any view, light and dark, wide and narrow.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { editor, launch, openPage, serveSite } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const BAD = '#results&url=sample:bad-model';
const VIEWS = [
  ['Score', '#score', 'bx-score .box'],
  ['one call by hand', '#score&panel=call', 'bx-by-hand bx-function'],
  ['Results, empty', '#results', 'bx-results bx-notice'],
  ['Results', BAD, 'bx-table .body .row'],
  ['an entry', `${BAD}&entry=simple_python_2`, 'bx-entry-detail bx-call'],
  ['an episode', `${BAD}&entry=multi_turn_base_0`, 'bx-episode bx-state-tree'],
  ['Compare', '#compare&url=sample:good-model+sample:bad-model', 'bx-compare'],
  ['Dataset', '#dataset', 'bx-dataset'],
  ['Playground', '#playground', 'bx-playground'],
];

let site, browser;
before(async () => {
  [site, browser] = await Promise.all([serveSite(), launch()]);
});
after(async () => {
  await browser?.close();
  site?.close();
});

for (const [name, hash, ready] of VIEWS) {
  for (const [colorScheme, width] of [['light', 1440], ['dark', 390]]) {
    test(`${name}, ${colorScheme}, ${width}`, async () => {
      const options = { allowed: [site.origin], colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' };
      const { page, problems, context } = await openPage(browser, options);
      try {
        await page.goto(site.url + hash);
        await page.locator(ready).first().waitFor();
        if (name === 'Score') await editor(page);
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
