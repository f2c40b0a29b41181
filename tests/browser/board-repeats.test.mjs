// A published leaderboard with repeats: one row with mean, range and pass^k, and the page of a repeat that lists them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DIST, GUISES, ROOT, flaws, launch, openPage, serveSite } from './support.mjs';

const PROGRAM = process.env.BFCLX_PROGRAM ?? join(ROOT, 'build/release/tools/bfclx');
const skip = existsSync(PROGRAM) ? false : `SKIPPED: there is no ${PROGRAM} to publish with (BFCLX_PROGRAM)`;
const SAMPLE = join(ROOT, 'tools/sample');
const RESULTS = 'non_live/BFCL_v4_simple_python_result.json';

let folder, site, browser;

/** The good model's results, of which so many fail. */
function repeat(place, seed, failed) {
  const run = join(folder, place);
  mkdirSync(join(run, 'non_live'), { recursive: true });
  const lines = readFileSync(join(SAMPLE, 'results/good-model', RESULTS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const text = lines.map((line, i) => JSON.stringify(i < failed ? { ...line, result: 'no call' } : line));
  writeFileSync(join(run, RESULTS), `${text.join('\n')}\n`);
  const settings = {
    model: 'm',
    decoder: 'prompting',
    temperature: 0.7,
    extra_body: { seed },
  };
  writeFileSync(
    join(run, 'bfclx_manifest.json'),
    JSON.stringify({
      started: `2026-01-0${seed}T00:00:00Z`,
      settings: { extra_body: { seed } },
      made_with: { [seed]: settings },
    }),
  );
  return run;
}

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'bfclx-repeats-'));
  const publish = (...paths) =>
    execFileSync(PROGRAM, ['report', ...paths, '--dataset', SAMPLE, '-o', `${join(folder, 'board')}/`, '--site', DIST], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
  publish(repeat('r1/m', 1, 0), repeat('r2/m', 2, 1), join(SAMPLE, 'results/good-model'));
  publish(repeat('r3/m', 3, 2), '--add');
  [site, browser] = await Promise.all([serveSite(join(folder, 'board')), launch()]);
});
after(async () => {
  await browser?.close();
  site?.close();
  if (folder) rmSync(folder, { recursive: true });
});

for (const { name, options } of GUISES)
  test(`repeats are one row, ${name}`, { skip }, async () => {
    const { page, problems, context } = await openPage(browser, {
      allowed: [site.origin],
      ...options,
    });
    await page.goto(site.url);
    const row = page.locator('tr', { hasText: 'mean of 3 repeats' });
    await row.waitFor();
    assert.equal(await page.locator('tbody tr').count(), 2);
    assert.match(await row.innerText(), /60\.0 to 100\.0/);
    assert.match(await row.innerText(), /k = 3/);
    assert.deepEqual(await flaws(page), []);
    await row.getByRole('rowheader').getByRole('link').click();
    await page.getByRole('heading', { name: 'm: 3 repeats' }).waitFor();
    const runs = page.getByRole('region', { name: 'Runs' });
    assert.equal(await runs.locator('tbody tr').count(), 3);
    assert.equal(await runs.locator('[aria-current=page]').count(), 1);
    assert.deepEqual(await flaws(page), []);
    await runs.getByRole('link').last().click();
    await page.getByRole('heading', { name: 'm: 3 repeats' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
