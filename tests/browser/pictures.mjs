// The screenshots of docs/pictures, of a failed entry on the Results page: `tools/pictures --site FOLDER` runs it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage, serveSite } from './support.mjs';

const [folder] = process.argv.slice(2);
const site = await serveSite();
const browser = await launch();

/** The bytes of a PNG as WebP, a third of its size. */
async function webp(png) {
  const page = await browser.newPage();
  const text = await page.evaluate(async (url) => {
    const picture = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.9);
  }, `data:image/png;base64,${png.toString('base64')}`);
  await page.close();
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
}

for (const colorScheme of ['light', 'dark']) {
  const viewport = { width: 1280, height: 800 };
  const { page, context, problems } = await openPage(browser, { allowed: [site.origin], colorScheme, viewport, reducedMotion: 'reduce' });
  await page.goto(`${site.url}#results&url=sample:bad-model&entry=simple_python_90002`);
  await page.getByText('takes the type float').first().waitFor();
  await page.locator('bx-run-head .share').first().waitFor(); // the figure of the header
  writeFileSync(join(folder, `entry-${colorScheme}.webp`), await webp(await page.screenshot()));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await context.close();
}
await browser.close();
site.close();
