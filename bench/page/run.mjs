// The page in Chromium, measured: see README.md beside.
//
//   node bench/page/run.mjs --dataset data/bfcl [--site site/dist] [--only first,session,runs,scroll] [--runs 100] [--entries 4000]
//     [--rate 1600] [--latency 150] [--pause 0]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../../tests/browser/support.mjs';
import { readEntries, writeRuns } from './runs.mjs';
import { serve } from './server.mjs';

const { values } = parseArgs({ options: {
  site: { type: 'string', default: join(import.meta.dirname, '../../site/dist') },
  dataset: { type: 'string' },
  only: { type: 'string', default: 'first,session,runs,scroll' },
  runs: { type: 'string', default: '100' },
  entries: { type: 'string', default: '4000' },
  rate: { type: 'string', default: '1600' },
  latency: { type: 'string', default: '150' },
  pause: { type: 'string', default: '0' },
  times: { type: 'string', default: '3' },
} });
if (!values.dataset) throw new Error('--dataset FOLDER is needed: what tools/get-dataset fetched');
const wanted = values.only.split(',');
const entries = readEntries(values.dataset);

const KB = 1000;
/** What the page says in a trace, so that its thread is known. */
const MARK = 'bfclx-page';
const isData = (path) => path.startsWith('dataset/') || path.startsWith('sample/');
const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0);
const middle = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const rank = (all, share) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))];

/** Everything that a visit fetches, to be packed before anything is timed. */
async function warmed(browser) {
  const site = await serve(values.site);
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(180_000);
  await verdict(page, site.url, 0);
  const paths = site.sent.map(({ path }) => path);
  await page.context().close();
  site.close();
  return paths;
}

/** Milliseconds from the paste to the verdict, and from the address to it. */
async function verdict(page, url, pause) {
  const { id, right } = entries[0];
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('bx-score .box').waitFor();
  if (pause > 0) await page.waitForTimeout(pause);
  const pasted = performance.now();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, composed: true, cancelable: true }));
  }, JSON.stringify({ id, result: right }));
  await page.locator('bx-table .body .row, bx-explanation').first().waitFor();
  return { paste: performance.now() - pasted, all: performance.now() - began };
}

async function first(browser) {
  const paths = await warmed(browser);
  for (const pause of [...new Set([Number(values.pause), 3000])]) {
    const times = [];
    let sent = [];
    for (let i = 0; i < Number(values.times); i++) {
      const site = await serve(values.site, { rate: (Number(values.rate) * 1000) / 8, latency: Number(values.latency) });
      site.warm(paths);
      const page = await (await browser.newContext()).newPage();
      times.push(await verdict(page, site.url, pause));
      sent = [...site.sent];
      await page.context().close();
      site.close();
    }
    const ours = sent.filter(({ path }) => !isData(path));
    console.log(`first verdict, ${values.rate} kbit/s, ${values.latency} ms, pasted ${pause} ms after the box is there: paste to verdict ${(middle(times.map(({ paste }) => paste)) / 1000).toFixed(1)} s, address to verdict ${(middle(times.map(({ all }) => all)) / 1000).toFixed(1)} s`);
    console.log(`  compressed: page ${Math.round(sum(ours) / KB)} KB in ${ours.length} files, dataset ${Math.round(sum(sent.filter(({ path }) => isData(path))) / KB)} KB`);
    for (const { path, bytes } of [...sent].sort((a, b) => b.bytes - a.bytes).slice(0, 14)) console.log(`    ${String(Math.round(bytes / 100) / 10).padStart(7)} KB ${path}`);
  }
}

/** Everything that is sent in the first minute of a visit that pastes one response and reads its verdict. */
async function session(browser) {
  const site = await serve(values.site, { rate: (Number(values.rate) * 1000) / 8, latency: Number(values.latency) });
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(180_000);
  const { all } = await verdict(page, site.url, 0);
  await page.waitForTimeout(Math.max(0, 58_000 - all));
  await page.context().close();
  site.close();
  const ours = site.sent.filter(({ path }) => !isData(path));
  console.log(`one response, the first minute: page ${Math.round(sum(ours) / KB)} KB in ${ours.length} files, dataset ${Math.round((sum(site.sent) - sum(ours)) / KB)} KB in ${site.sent.length - ours.length}`);
  for (const { path, bytes } of [...site.sent].sort((one, other) => other.bytes - one.bytes).slice(0, 14)) console.log(`    ${String(Math.round(bytes / 100) / 10).padStart(7)} KB ${path}`);
}

/** Resident memory of the tab's process, in MB. */
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const resident = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return Math.round(Math.max(...resident));
}

async function chosen(page, folder) {
  await page.locator('bx-score .box').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(folder);
}

/** Tasks of the page's main thread while `act` runs, each {clock, processor} in ms, and how long it took. The browser's own pages are left out. */
async function traced(page, act) {
  const session = await page.context().browser().newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value.filter(({ name }) => name === MARK || name.endsWith('RunTask'))));
  const over = new Promise((done) => session.once('Tracing.tracingComplete', done));
  const includedCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories, excludedCategories: ['*'] } });
  const began = performance.now();
  await act();
  const took = performance.now() - began;
  await page.waitForTimeout(1500);
  await page.evaluate((name) => void performance.mark(name), MARK);
  await session.send('Tracing.end');
  await over;
  await session.detach();
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const [main] = events.filter(({ name }) => name === MARK).map(threadOf);
  if (main === undefined) throw new Error('the page left no mark in the trace');
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && threadOf(event) === main).map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 }));
  return { took, tasks };
}

async function opened(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto(url);
  return { context, page };
}

/**
 * Acts, waits until nothing more happens, and says the longest task. Roles and labels are not looked up here: Playwright does
 * that in the page, and of a large table it is the longest task itself.
 */
async function step(page, name, act) {
  const { took, tasks } = await traced(page, act);
  const most = (of) => Math.round(Math.max(0, ...tasks.map((one) => one[of])));
  const over = (of) => tasks.filter((one) => one[of] > 100).length;
  console.log(`  ${name}: longest task ${most('clock')} ms, ${over('clock')} over 100 ms; by processor time ${most('processor')} ms, ${over('processor')} over 100 ms (${(took / 1000).toFixed(1)} s)`);
}

async function manyRuns(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-page-'));
  const number = Number(values.runs);
  const each = writeRuns(folder, entries, number, Number(values.entries));
  const site = await serve(values.site);
  const { context, page } = await opened(browser, site.url);
  const rows = page.locator('bx-runs tbody tr');
  const settled = () => page.waitForFunction((count) => {
    const view = document.querySelector('bx-app')?.shadowRoot?.querySelector('bx-runs')?.shadowRoot;
    const all = [...(view?.querySelectorAll('tbody tr') ?? [])];
    return all.length === count && all.every((row) => row.textContent.includes('%'));
  }, number, { timeout: 500_000, polling: 500 });
  try {
    console.log(`${number} runs of ${each} entries`);
    await step(page, 'chosen', () => chosen(page, folder));
    await step(page, 'scored', async () => {
      await page.locator('bx-results, bx-runs').first().waitFor({ timeout: 500_000 });
      await page.evaluate(() => (location.hash = '#runs'));
      await settled();
    });
    console.log(`  memory of the tab: ${await memory(browser)} MB`);
    await step(page, 'sorted', () => page.locator('bx-runs thead tr:last-child button').nth(1).click());
    await step(page, 'filtered', () => page.locator('bx-runs input[type=search]').fill('model-00'));
    await step(page, 'filter cleared', () => page.locator('bx-runs input[type=search]').fill(''));
    await step(page, 'two chosen', async () => {
      await rows.nth(0).locator('input').check();
      await rows.nth(1).locator('input').check();
    });
    await step(page, 'compared', async () => {
      await page.locator('bx-runs .filters .folds button').nth(0).click();
      await page.locator('bx-compare .verdict').waitFor({ timeout: 300_000 });
    });
    await step(page, 'one run opened', async () => {
      await page.evaluate(() => (location.hash = '#results&run=model-001'));
      await page.locator('bx-table .body .row').first().waitFor();
    });
    await step(page, 'other view and back', async () => {
      await page.evaluate(() => (location.hash = '#leaderboard'));
      await page.waitForTimeout(2000);
      await page.evaluate(() => (location.hash = '#runs'));
      await settled();
    });
    await step(page, 'reloaded, all found and scored', async () => {
      await page.reload();
      await settled();
    });
    console.log(`  memory of the tab: ${await memory(browser)} MB`);
    await step(page, 'one removed', async () => {
      await rows.nth(0).locator('input').check();
      await page.locator('bx-runs .filters .folds button').nth(2).click();
      await rows.nth(number - 1).waitFor({ state: 'detached' });
    });
  } finally {
    await context.close();
    site.close();
    rmSync(folder, { recursive: true });
  }
}

async function scroll(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'bfclx-page-'));
  const each = writeRuns(folder, entries, 1, Number(values.entries));
  const site = await serve(values.site);
  const { context, page } = await opened(browser, site.url);
  try {
    await chosen(page, folder);
    await page.locator('bx-table .body .row').first().waitFor();
    await page.waitForTimeout(3000);
    const frames = await page.locator('bx-table .scroller').evaluate(async (scroller) => {
      const found = [];
      let before = await new Promise(requestAnimationFrame);
      for (let i = 0; i < 400; i++) {
        scroller.scrollTop += 300;
        const now = await new Promise(requestAnimationFrame);
        found.push(now - before);
        before = now;
      }
      return found;
    });
    console.log(`scrolling ${each} entries, 300 pixels a frame, 400 frames: p50 ${rank(frames, 0.5).toFixed(1)} ms, p95 ${rank(frames, 0.95).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms`);
  } finally {
    await context.close();
    site.close();
    rmSync(folder, { recursive: true });
  }
}

const browser = await launch();
try {
  if (wanted.includes('first')) await first(browser);
  if (wanted.includes('session')) await session(browser);
  if (wanted.includes('scroll')) await scroll(browser);
  if (wanted.includes('runs')) await manyRuns(browser);
} finally {
  await browser.close();
}
