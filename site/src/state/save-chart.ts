// A chart as a file, SVG or PNG, by its two buttons. The module draws it.
import { html } from 'lit';
import { showDialog } from '../components/dialog.ts';
import type { ChartRequest } from '../lib/scorer-types.ts';
import { download } from './download.ts';
import { pool } from './pool.ts';

/** Pixels of the PNG for one of the drawing: sharp in print. */
const SCALE = 3;

async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Browsers refuse pictures that are too large, or any where drawing is guarded against fingerprints. */
async function savePng(name: string, chart: ChartRequest): Promise<void> {
  try {
    download(`${name}.png`, await pngOf(await pool.call('chart', chart)), 'image/png');
  } catch {
    showDialog(
      'No picture',
      html`<p>This browser could not create a PNG of the chart. Save it as SVG, which has the same content.</p>`,
    );
  }
}

/** `name` of the file without its ending; `chart` is asked for when it is wanted. */
export function chartButtons(name: string, chart: () => ChartRequest) {
  const saveSvg = async () =>
    download(`${name}.svg`, await pool.call('chart', chart()), 'image/svg+xml');
  return html`<span class="save" role="group" aria-label="Save the chart">
    <button class="plain small" title="Save the chart as SVG" @click=${saveSvg}>⇩ SVG</button>
    <button class="plain small" title="Save the chart as PNG" @click=${() => void savePng(name, chart())}>⇩ PNG</button>
  </span>`;
}
