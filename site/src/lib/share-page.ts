// A run, or one entry of it, as one HTML file that stands alone: no script, nothing loaded, every text of replies and
// dataset escaped; in the form of `bfclx report`. Texts in, a text out.
import { accuracySvg, escapeText as esc, errorsSvg } from './chart-svg.ts';
import { possibleCalls } from './ground-truth.ts';
import { markOf } from './marks.ts';
import type {
  CallExplanation,
  EpisodeExplanation,
  Explanation,
  Finding,
  Json,
  Message,
} from './scorer-types.ts';
import { shareText } from './share.ts';
import type { CategoryCounts } from './summary.ts';

export interface PageEntry {
  id: string;
  category: string;
  /** Null: not scored, or no reply. */
  valid: boolean | null;
  error_type: string;
  reason: string;
  /** Turns, each a list of messages. */
  question: readonly (readonly Message[])[];
  /** Null: no reply. */
  explanation: Explanation | null;
}

export interface SharedPage {
  title: string;
  /** What every figure rests on, a line each: dataset, coverage, errata. */
  basis: readonly string[];
  settings: string;
  /** The day and what made it. */
  made: string;
  /** Of a run. */
  run?: {
    /** "56.8 ±1.1 over 52.5 % of the weight"; empty where there is none. */
    overall: string;
    right: number;
    entries: number;
    categories: readonly CategoryCounts[];
    errors: readonly { name: string; count: number }[];
    findings: readonly Pick<Finding, 'severity' | 'title' | 'effect' | 'advice'>[];
    /** Failures that are not among the entries. */
    left_out: number;
  };
  entries: readonly PageEntry[];
}

const STYLE = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif;--line:light-dark(#dfe2e6,#2d3238);--muted:light-dark(#59616c,#9ba3ae);--fail:light-dark(#b9252c,#ff8a80);--pass:light-dark(#18743a,#5bc27f)}
body{max-width:1000px;margin:0 auto;padding:24px 16px 64px;background:light-dark(#fff,#121417);color:light-dark(#1b1e22,#e5e7ea)}
h1{font-size:20px;margin:0 0 8px}h2{font-size:16px;margin:24px 0 8px;padding-top:16px;border-top:1px solid var(--line)}h3{font-size:12px;font-weight:400;color:var(--muted);margin:12px 0 2px}
p{margin:4px 0;max-width:90ch}.muted{color:var(--muted)}.fail{color:var(--fail)}.pass{color:var(--pass)}.score{font-size:20px;font-weight:600}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{margin:2px 0;white-space:pre-wrap;overflow-wrap:anywhere}
mark{background:none;color:inherit;text-decoration:underline wavy var(--fail)}
table{border-collapse:collapse}th,td{text-align:right;font-weight:400;padding:2px 16px 2px 0;font-variant-numeric:tabular-nums}th:first-child,td:first-child{text-align:left}thead th{color:var(--muted);font-size:12px}
.scroll{overflow-x:auto}svg{max-width:100%;height:auto;margin:12px 0}summary{cursor:pointer;min-height:24px;overflow-wrap:anywhere}details{border-bottom:1px solid var(--line);padding:4px 0}
@media print{details{break-inside:avoid}}`;

const SIGNS = new Map<boolean | null, string>([
  [true, '<span class="pass">✓ passes</span>'],
  [false, '<span class="fail">✕ fails</span>'],
  [null, '<span class="muted">– not scored</span>'],
]);
const pre = (text: string): string =>
  text ? `<pre>${esc(text)}</pre>` : '<p class="muted">empty</p>';
const part = (title: string, body: string): string => `<h3>${esc(title)}</h3>${body}`;
const said = (content: Json): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

function messages(turn: readonly Message[]): string {
  return turn
    .map(
      ({ role, content }) =>
        `${turn.length === 1 && role === 'user' ? '' : `<span class="muted">${esc(role)}</span>`}${pre(said(content))}`,
    )
    .join('');
}

function truth(value: Json): string {
  const calls = possibleCalls(value);
  if (!calls)
    return value === null
      ? '<p class="muted">none: what counts is whether a call was made</p>'
      : pre(JSON.stringify(value, null, 2));
  const lines = calls.map(({ name, parameters }) => {
    const inside = parameters.map(
      ({ parameter, values, optional }) =>
        `\n  ${parameter}=${[...values, ...(optional ? ['left out'] : [])].join(' or ')}`,
    );
    return `${name}(${inside.join('')}${inside.length > 0 ? '\n' : ''})`;
  });
  return pre(lines.join('\n'));
}

function decoded(value: CallExplanation): string {
  const marked = markOf(value);
  if (value.decode_error) return pre(`${value.decode_error.kind}: ${value.decode_error.message}`);
  if (value.calls === null) return value.decoded_repr === null ? '' : pre(value.decoded_repr);
  if (value.calls.length === 0) return '<p class="muted">no call</p>';
  return value.calls
    .map((call, i) => {
      const mark = marked?.index === i ? marked.mark : null;
      const on = (text: string, yes: boolean) => (yes ? `<mark>${esc(text)}</mark>` : esc(text));
      const inside = call.arguments
        .map(
          ({ name, repr }) =>
            `\n  ${esc(name)}=${on(repr, mark?.argument === name && !mark.missing)}`,
        )
        .join(',');
      const gap = mark?.missing ? `\n  <mark>${esc(mark.argument ?? '')} is missing</mark>` : '';
      return `<pre>${on(call.name, mark !== null && mark.argument === undefined)}(${inside}${gap}${inside || gap ? '\n' : ''})</pre>`;
    })
    .join('');
}

function episode({ turns }: EpisodeExplanation): string {
  return turns
    .map(({ index, messages: asked, steps, ground_truth, ran, ok }) => {
      const calls = steps.flatMap((step) =>
        step.calls.length > 0
          ? step.calls.map(({ text, marked }) => `${marked ? '✕ ' : '  '}${text}`)
          : [step.raw],
      );
      const expected = ground_truth.map(({ text, marked }) => `${marked ? '✕ ' : '  '}${text}`);
      const sign = ok === null ? (ran ? '' : ', not reached') : ok ? ' ✓' : ' ✕';
      return part(
        `Turn ${index + 1}${sign}`,
        messages(asked) +
          part('Calls', pre(calls.join('\n'))) +
          part('Ground truth', pre(expected.join('\n'))),
      );
    })
    .join('');
}

function official(value: Explanation): string {
  if (value.valid !== false) return '';
  const one = (text: Json) => (typeof text === 'string' ? text : JSON.stringify(text));
  return part(
    'Official error',
    pre(
      [
        value.error_type,
        ...(Array.isArray(value.error) ? value.error.map(one) : [one(value.error)]),
      ].join('\n'),
    ),
  );
}

function body({ question, explanation }: PageEntry): string {
  if (explanation?.type === 'episode') return episode(explanation) + official(explanation);
  const asked = part('Question', question.map(messages).join(''));
  if (!explanation) return `${asked}<p class="muted">No reply in this run</p>`;
  const why = explanation.why ? `<p>${esc(explanation.why.text)}</p>` : '';
  return (
    asked +
    part('Reply', pre(explanation.raw)) +
    part(`Decoded by ${explanation.settings.decoder}`, decoded(explanation) + why) +
    part('Ground truth', truth(explanation.possible_answers)) +
    official(explanation)
  );
}

const entryText = (entry: PageEntry, open: boolean): string =>
  `<details${open ? ' open' : ''}><summary><code>${esc(entry.id)}</code> ${SIGNS.get(entry.valid)} <span class="muted">${esc([entry.error_type, entry.reason].filter(Boolean).join(' · '))}</span></summary>${body(entry)}</details>\n`;

function table(categories: readonly CategoryCounts[]): string {
  const share = (value: number) => (value * 100).toFixed(1);
  const rows = categories
    .filter(({ entries }) => entries > 0)
    .map(
      ({ category, right, entries, interval, missing }) =>
        `<tr><td>${esc(category)}</td><td>${esc(shareText(right, entries))}</td><td>${interval ? `${share(interval.low)} to ${share(interval.high)}` : ''}</td><td>${right}</td><td>${entries}</td><td>${missing || ''}</td></tr>`,
    );
  return `<div class="scroll"><table><thead><tr><th scope="col">category</th><th scope="col">accuracy, %</th><th scope="col">95 % CI</th><th scope="col">right</th><th scope="col">entries</th><th scope="col">missing</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function runText(run: NonNullable<SharedPage['run']>, title: string): string {
  const { overall, right, entries, categories, errors, findings } = run;
  const found = findings.map(
    ({ severity, title: what, effect, advice }) =>
      `<details><summary>${severity === 'error' ? '<span class="fail">✕</span>' : '!'} ${esc(what)}</summary><p>${esc(effect)} ${esc(advice)}</p></details>`,
  );
  return (
    `<p><span class="score">${esc(overall || `${right} of ${entries} right`)}</span></p>${overall ? `<p class="muted">${right} of ${entries} entries right</p>` : ''}` +
    (found.length > 0 ? `<h2>What makes the score lie</h2>${found.join('')}` : '') +
    `<h2>Categories</h2>${accuracySvg(
      { title: `Accuracy of ${title}`, notes: [] },
      categories.filter((one) => one.entries > 0),
    )}${table(categories)}` +
    (errors.length > 0
      ? `<h2>Why entries failed</h2>${errorsSvg({ title: `Why entries of ${title} failed`, notes: [] }, errors)}`
      : '')
  );
}

/** The whole file. */
export function sharePage({ title, basis, settings, made, run, entries }: SharedPage): string {
  const failures = run && entries.length > 0 ? '<h2>Failures</h2>' : '';
  const more =
    run && run.left_out > 0
      ? `<p class="muted">${run.left_out} more are left out of this page.</p>`
      : '';
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n<meta name="referrer" content="no-referrer">\n<title>${esc(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${esc(title)}</h1>\n` +
    basis.map((line) => `<p class="muted">${esc(line)}</p>`).join('') +
    `<p class="muted">${esc(settings)}</p>\n` +
    (run ? runText(run, title) : '') +
    failures +
    entries.map((entry) => entryText(entry, !run)).join('') +
    more +
    `<p class="muted">${esc(made)}</p>\n</body>\n</html>\n`
  );
}
