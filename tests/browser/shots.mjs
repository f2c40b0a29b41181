// Screenshots of the views in light and dark, wide and narrow: `node shots.mjs FOLDER [view ...]`. For
// looking at, not for comparing.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage, serveSite } from './support.mjs';

const SHOTS = {
  score: { hash: '#score' },
  hand: { hash: '#score&panel=call' },
  fetch: { hash: '#score', act: (page) => page.getByText('Fetch URL…').click() },
  empty: { hash: '#results' },
  error: { hash: '#score&url=sample:none' },
  audit: { hash: '#runs&panel=audit&url=sample:good-model+sample:bad-model' },
  runs: { hash: '#runs&url=sample:good-model+sample:bad-model' },
  results: { hash: '#results&url=sample:bad-model' },
  finding: { hash: '#results&url=sample:bad-model', act: (page) => page.locator('bx-findings summary').first().click() },
  narrowed: { hash: '#results&url=sample:bad-model&finding=missing_entries&entry=parallel_90001' },
  clean: { hash: '#results&url=sample:good-model' },
  decoder: {
    hash: '#results&url=sample:good-model',
    act: async (page) => {
      await page.getByRole('button', { name: 'change', exact: true }).click();
      await page.getByLabel('Decoder').selectOption('openai_fc');
      await page.getByRole('button', { name: 'Score again' }).click();
      await page.locator('bx-findings summary').first().click();
    },
  },
  low: { hash: '#results&url=sample:bad-model&entry=simple_python_90002', height: 720 },
  entry: { hash: '#results&url=sample:bad-model&entry=simple_python_90002' },
  missing: { hash: '#results&url=sample:bad-model&entry=parallel_90001' },
  filtered: { hash: '#results&url=sample:bad-model&q=nothing+like+it' },
  episode: { hash: '#results&url=sample:bad-model&entry=multi_turn_base_90000' },
  conversation: { hash: '#results&url=sample:bad-model&entry=multi_turn_base_90000&panel=conversation' },
  response: { hash: '#results&url=sample:bad-model&entry=simple_python_90002&panel=conversation' },
  answers: { hash: '#results&url=sample:good-model+sample:bad-model&run=bad-model&entry=simple_python_90002&panel=runs' },
  unpassed: { hash: '#runs&url=sample:bad-model+sample:bad-model&panel=unpassed' },
  problems: { hash: '#results&url=sample:bad-model', act: (page) => page.getByText('in the files').click() },
  help: { hash: '#score', act: (page) => page.getByLabel('Help').click() },
  data: { hash: '#score', act: (page) => page.locator('.data').click() },
  compare: { hash: '#compare&url=sample:good-model+sample:bad-model' },
  dataset: { hash: '#dataset' },
  playground: { hash: '#playground' },
  share: { hash: '#results&url=sample:bad-model&entry=simple_python_90002', act: (page) => page.getByRole('button', { name: 'Share this entry' }).click() },
  demo: { hash: 'demo-host.html' },
  elements: { hash: 'demo-elements.html' },
};

const [folder = 'shots', ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const site = await serveSite();
const browser = await launch();
for (const [name, { hash, act, height }] of Object.entries(SHOTS)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1440, 390]) {
      const viewport = { width, height: width === 390 ? 844 : (height ?? 900) };
      const { page, context, problems } = await openPage(browser, { allowed: [site.origin], colorScheme, viewport });
      await page.goto(site.url + hash);
      await page.waitForTimeout(Number(process.env.WAIT ?? 1200));
      await act?.(page).catch((error) => problems.push(error.message));
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) });
      if (problems.length > 0) console.log(name, colorScheme, width, problems);
      await context.close();
    }
  }
}
await browser.close();
site.close();
