// What can be pasted or dropped, with an example of each form; and one example that is scored with one click. Shown where
// nothing of an input could be used.
import { css, html } from 'lit';
import { dataset, exampleId } from '../../state/dataset.ts';
import { RESPONSE } from './example.ts';

/** A result line of the dataset in use; null where nothing is known of its entries. */
export function exampleLine(): string | null {
  const { kind, own } = dataset.value;
  if (own) return null;
  return kind === 'sample'
    ? JSON.stringify({ id: 'simple_python_90002', result: RESPONSE })
    : JSON.stringify({ id: exampleId(), result: '[calculate_triangle_area(base=10, height=5)]' });
}

export const pasteHelpStyles = css`
  .can {
    display: grid;
    gap: 4px;
  }
  .can ul {
    margin: 0;
    padding-left: 20px;
    list-style: disc;
    overflow-wrap: anywhere;
  }
`;

export const pasteHelp = (show: (line: string) => void) => {
  const line = exampleLine();
  return html`<section class="can" aria-label="What can be pasted">
    <p>You can paste:</p>
    <ul>
      <li>result lines: <code>{"id": "${exampleId()}", "result": "[f(a=1)]"}</code></li>
      <li>responses: JSON from OpenAI, Anthropic or Gemini (also batch output), or calls such as <code>f(a=1)</code></li>
      <li>logs of inspect, EvalScope, verifiers and NeMo Gym</li>
      <li>the URL of a result file: <code>https://…_result.json</code></li>
    </ul>
    ${line === null ? '' : html`<p><button @click=${() => show(line)}>Show an example</button></p>`}
  </section>`;
};

/** Sentences on what is wrong, without the list of forms that the help has, too. */
export const withoutForms = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/(?<=\.) Supported: .*$/, ''));
