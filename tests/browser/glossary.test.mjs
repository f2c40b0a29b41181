// The glossary in place: a term explains itself to the pointer, the keyboard and a finger, in the sentence of the documentation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUISES, ROOT, flaws, setUp, shows } from './support.mjs';

const stage = setUp();
const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const sentence = (label) => page.split(`\n## ${label}\n\n`)[1].split('\n')[0];
const term = (view, name) => view.locator(`bx-term[name="${name}"]`).first();
const tip = (view, name) => term(view, name).locator('[popover]');
const RESULTS = '#results&url=sample:bad-model';

/** Shows it, reads it, closes it with Escape. */
async function reads(view, name, label, open = (button) => button.focus()) {
  await open(term(view, name).getByRole('button'));
  await tip(view, name).waitFor();
  assert.ok((await tip(view, name).innerText()).startsWith(`${label}: ${sentence(label)}`));
  const box = await tip(view, name).boundingBox();
  const { width, height } = view.viewportSize();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
  await view.keyboard.press('Escape');
  await tip(view, name).waitFor({ state: 'hidden' });
}

for (const { name, options } of GUISES)
  test(`each term where it first stands, ${name}`, () =>
    stage.on(RESULTS, async (view) => {
      await shows(view, '38 entries');
      // The address of the documentation, as a build that has it names it.
      await view.evaluate(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'help', href: './docs/' })));
      if (!name.includes('1440')) await view.getByRole('button', { name: 'findings, charts' }).click();
      for (const [key, label] of [['decoder', 'Decoder'], ['missing-as-0', 'Missing as 0'], ['finding', 'Finding'], ['95--ci', '95 % CI']]) await reads(view, key, label);
      await term(view, 'finding').getByRole('button').focus();
      await tip(view, 'finding').waitFor();
      assert.deepEqual(await flaws(view), []);
      assert.match(await tip(view, 'finding').getByRole('link', { name: 'Glossary' }).getAttribute('href'), /\/docs\/reference\/glossary\/#finding$/);
      // On to the link, which keeps it open; then away from it.
      await view.keyboard.press('Tab');
      await tip(view, 'finding').locator('a:focus').waitFor();
      await view.keyboard.press('Tab');
      await tip(view, 'finding').waitFor({ state: 'hidden' });
      assert.equal(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);

      await view.evaluate(() => (location.hash = '#runs&url=sample:good-model+sample:bad-model'));
      await view.locator('bx-runs tbody tr').nth(1).waitFor();
      await reads(view, 'coverage', 'Coverage');
      if (name.includes('1440')) await reads(view, 'basis', 'Basis');
      await view.evaluate(() => (location.hash = '#leaderboard'));
      await reads(view, 'rank-range', 'Rank range', (button) => button.waitFor().then(() => button.focus()));
      assert.deepEqual(await flaws(view), []);
    }, options));

test('the pointer shows it and may go to it; a press keeps it until the next; what is under it is not pressed', () =>
  stage.on('#runs&url=sample:good-model+sample:bad-model', async (view) => {
    const coverage = term(view, 'coverage').getByRole('button');
    await coverage.waitFor();
    await coverage.hover();
    await tip(view, 'coverage').waitFor();
    await tip(view, 'coverage').hover();
    await tip(view, 'coverage').waitFor();
    await view.mouse.move(5, 5);
    await tip(view, 'coverage').waitFor({ state: 'hidden' });
    await coverage.click();
    await view.mouse.move(5, 300);
    await tip(view, 'coverage').waitFor();
    // The column is not sorted by it.
    assert.doesNotMatch(view.url(), /sort=/);
    await coverage.click();
    await view.mouse.move(5, 5);
    await tip(view, 'coverage').waitFor({ state: 'hidden' });
  }));

test('a finger opens it, and closes it elsewhere', () =>
  stage.on(RESULTS, async (view) => {
    await shows(view, '38 entries');
    await term(view, 'decoder').getByRole('button').tap();
    await tip(view, 'decoder').waitFor();
    await view.touchscreen.tap(200, 20);
    await tip(view, 'decoder').waitFor({ state: 'hidden' });
  }, { hasTouch: true, viewport: { width: 390, height: 844 } }));
