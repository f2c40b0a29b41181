// A worked example on the first screen: a question of the sample, a response to it, the wrong argument marked, and why. It is
// text of this page, so that nothing is loaded for it; the link opens the same entry, scored.
import { html } from 'lit';
import '../../components/call.ts';
import type { DecodedCall } from '../../lib/scorer-types.ts';

const QUESTION =
  'Point the telescope at the Andromeda galaxy, right ascension 0.712 hours, declination 41.27 degrees, two minutes for each exposure.';
export const RESPONSE =
  "[observatory.point_telescope(right_ascension='0.712', declination=41.27, exposure_seconds=120)]";
const CALL: DecodedCall = {
  name: 'observatory.point_telescope',
  text: RESPONSE.slice(1, -1),
  arguments: [
    { name: 'right_ascension', repr: "'0.712'", value: '0.712' },
    { name: 'declination', repr: '41.27', value: 41.27 },
    { name: 'exposure_seconds', repr: '120', value: 120 },
  ],
};
const MARK = {
  argument: 'right_ascension',
  text: "Parameter 'right_ascension' takes the type float, but '0.712' is str.",
};

/** `open`: the address of the entry itself. */
export const workedExample = (
  open: string,
) => html`<section class="example" aria-labelledby="example">
  <h2 id="example">A worked example</h2>
  <dl>
    <dt>question</dt>
    <dd>${QUESTION}</dd>
    <dt>response</dt>
    <dd><code>${RESPONSE}</code></dd>
    <dt>verdict</dt>
    <dd>
      <p><span class="fail" aria-hidden="true">✕</span> failed, <code>type_error:simple</code></p>
      <bx-call .call=${CALL} .mark=${MARK}></bx-call>
      <p><a href=${open}>Open this entry</a> with its function, its ground truth and the official error.</p>
    </dd>
  </dl>
</section>`;
