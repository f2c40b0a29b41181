// A run, or one entry of it, as the document that the module makes one HTML file of, in the form of `bfclx report`.
// Facts in, texts out: nothing here is markup.
import { SIGNS } from './findings.ts';
import { count, percent } from './format.ts';
import { possibleCalls } from './ground-truth.ts';
import { markOf, type CallMark } from './marks.ts';
import type {
  CallExplanation,
  DecodedCall,
  EpisodeExplanation,
  EpisodeTurn,
  Explanation,
  Finding,
  Json,
  Message,
  PageBlock,
  PageCell,
  PageDocument,
  PageText,
  Severity,
  TextStyle,
} from './scorer-types.ts';
import type { SaidScore } from './overall.ts';
import { endsOf, shareText } from './share.ts';
import { APART, remarksOf, type CategoryCounts } from './summary.ts';

export interface PageEntry {
  id: string;
  category: string;
  /** Null: not scored, or no response. */
  valid: boolean | null;
  error_type: string;
  reason: string;
  /** Turns, each a list of messages. */
  question: readonly (readonly Message[])[];
  /** Null: no response. */
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
    /** Of v4; null where there is none. */
    overall: Pick<SaidScore, 'value' | 'interval' | 'basis'> | null;
    right: number;
    entries: number;
    categories: readonly CategoryCounts[];
    /** Those of them that are in no overall score. */
    apart: ReadonlySet<string>;
    /** Categories of the overall score that the run lacks. */
    not_in_run: readonly string[];
    errors: readonly { name: string; count: number }[];
    /** Of `runWarnings`. */
    warnings: readonly string[];
    findings: readonly Finding[];
    /** Failures that are not among the entries. */
    left_out: number;
  };
  entries: readonly PageEntry[];
}

interface Fact {
  name: string;
  blocks: PageBlock[];
}
type Spans = (string | { text: string; style: TextStyle })[];

const VERDICTS = new Map<boolean | null, { text: string; style: TextStyle }>([
  [true, { text: '✓ passes', style: 'good' }],
  [false, { text: '✕ fails', style: 'bad' }],
  [null, { text: '– not scored', style: 'dim' }],
]);
const dim = (text: string): PageBlock => ({ kind: 'paragraph', text, style: 'dim' });
const lines = (text: PageText): PageBlock => (text ? { kind: 'text', text } : dim('(empty)'));
const fact = (name: string, ...blocks: PageBlock[]): Fact => ({ name, blocks });
const facts = (known: Fact[]): PageBlock => ({ kind: 'facts', facts: known });
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A lone message of the user needs no name. */
const messages = (turn: readonly Message[]): PageBlock[] =>
  turn.flatMap(({ role, content }) => [
    ...(turn.length === 1 && role === 'user' ? [] : [dim(role)]),
    lines(textOf(content)),
  ]);

function truth(value: Json): PageBlock {
  const calls = possibleCalls(value);
  if (!calls)
    return value === null
      ? dim('none: what counts is whether a call was made')
      : lines(JSON.stringify(value, null, 2));
  const texts = calls.map(({ name, parameters }) => {
    const inside = parameters.map(
      ({ parameter, values, optional }) =>
        `\n  ${parameter}=${[...values, ...(optional ? ['omitted'] : [])].join(' or ')}`,
    );
    return `${name}(${inside.join('')}${inside.length > 0 ? '\n' : ''})`;
  });
  return lines(texts.join('\n'));
}

/** A call with one argument a line, what the verdict points at marked. */
function callSpans(call: DecodedCall, mark: CallMark | null): Spans {
  const piece = (text: string, marked: boolean) =>
    marked ? { text, style: 'mark' as const } : text;
  const spans: Spans = [piece(call.name, mark !== null && mark.argument === undefined), '('];
  if (mark?.missing) spans.push('\n  ', piece(`${mark.argument ?? ''} is missing`, true));
  call.arguments.forEach(({ name, repr }, i) => {
    const marked = mark?.argument === name && !mark.missing;
    spans.push(`${i > 0 ? ',' : ''}\n  ${name}=`, piece(repr, marked));
  });
  spans.push(spans.length > 2 ? '\n)' : ')');
  return spans;
}

function decoded(value: CallExplanation): PageBlock[] {
  const marked = markOf(value);
  if (value.decode_error)
    return [lines(`${value.decode_error.kind}: ${value.decode_error.message}`)];
  if (value.calls === null) return value.decoded_repr === null ? [] : [lines(value.decoded_repr)];
  if (value.calls.length === 0) return [dim('no call')];
  return value.calls.map((call, i) =>
    lines(callSpans(call, marked?.index === i ? marked.mark : null)),
  );
}

function turnFacts({ index, messages: asked, steps, ground_truth, ran, ok }: EpisodeTurn): Fact[] {
  const line = ({ text, marked }: { text: string; marked: boolean }) =>
    `${marked ? '✕ ' : '  '}${text}`;
  const calls = steps.flatMap((step) =>
    step.calls.length > 0 ? step.calls.map(line) : [step.raw],
  );
  const sign = ok === null ? (ran ? '' : ', not reached') : ok ? ' ✓' : ' ✕';
  return [
    fact(`turn ${index + 1}${sign}`, ...messages(asked)),
    fact('calls', lines(calls.join('\n'))),
    fact('ground truth', lines(ground_truth.map(line).join('\n'))),
  ];
}

function official({ valid, error_type, error }: Explanation): Fact[] {
  if (valid !== false) return [];
  const said = Array.isArray(error) ? error.map(textOf) : [textOf(error)];
  return [fact('official error', lines([error_type, ...said].join('\n')))];
}

const episodeFacts = (episode: EpisodeExplanation): Fact[] => [
  ...episode.turns.flatMap(turnFacts),
  ...official(episode),
];

function entryFacts({ question, explanation }: PageEntry): Fact[] {
  if (explanation?.type === 'episode') return episodeFacts(explanation);
  const asked = fact('question', ...question.flatMap(messages));
  if (!explanation) return [asked, fact('response', dim('none in this run'))];
  const why: PageBlock[] = explanation.why
    ? [{ kind: 'paragraph', text: explanation.why.text }]
    : [];
  return [
    asked,
    fact('response', lines(explanation.raw)),
    fact('calls', ...decoded(explanation), ...why),
    fact('ground truth', truth(explanation.possible_answers)),
    ...official(explanation),
  ];
}

function entryBlock(entry: PageEntry, open: boolean): PageBlock {
  const why = [entry.error_type, entry.reason].filter(Boolean).join(' · ');
  return {
    kind: 'details',
    level: 'entry',
    open,
    text: [
      { text: entry.id, style: 'name' },
      ' ',
      VERDICTS.get(entry.valid) ?? '',
      ' ',
      { text: why, style: 'dim' },
    ],
    blocks: [facts(entryFacts(entry))],
  };
}

function categoryCells(counts: CategoryCounts, apart: ReadonlySet<string>): PageCell[] {
  const { category, right, entries, accuracy, interval } = counts;
  const name = apart.has(category) ? `${category} ${APART}` : category;
  const remarks: PageCell = { text: remarksOf(counts), style: 'dim' };
  if (entries === 0)
    return [name, { text: 'no entries scored', style: 'dim' }, '', '', '', '', remarks];
  const range = interval ? endsOf(interval) : '';
  const plot = `${percent(right / entries)} %${range ? `, 95 % CI ${range}` : ''}`;
  return [
    name,
    { text: plot, value: accuracy ?? right / entries, ...interval },
    shareText(right, entries),
    range,
    count(right),
    count(entries),
    remarks,
  ];
}

const categoryTable = ({
  categories,
  apart,
}: Pick<NonNullable<SharedPage['run']>, 'categories' | 'apart'>): PageBlock => ({
  kind: 'table',
  columns: [
    { name: 'category' },
    { name: '', shares: true },
    { name: 'accuracy', align: 'right' },
    { name: '95 % CI', align: 'right', spare: true },
    { name: 'passed', align: 'right', spare: true },
    { name: 'entries', align: 'right', spare: true },
    { name: '', wrap: true },
  ],
  rows: categories.map((counts) => categoryCells(counts, apart)),
});

const errorTable = (errors: readonly { name: string; count: number }[]): PageBlock => ({
  kind: 'table',
  columns: [
    { name: 'error type', wrap: true },
    { name: '', most: Math.max(...errors.map((error) => error.count)) },
    { name: 'entries', align: 'right' },
  ],
  rows: errors.map((error) => [
    { text: error.name, style: 'name' },
    { text: count(error.count), value: error.count },
    count(error.count),
  ]),
});

const STYLES: Readonly<Record<Severity, TextStyle>> = {
  error: 'bad',
  warning: 'warn',
  info: 'dim',
};

const findingBlock = (finding: Finding): PageBlock => ({
  kind: 'details',
  level: 'group',
  text: [
    { text: SIGNS[finding.severity].sign, style: STYLES[finding.severity] },
    ' ',
    { text: finding.title, style: 'bold' },
    ' ',
    { text: finding.counts_text, style: 'dim' },
  ],
  blocks: [{ kind: 'paragraph', text: `${finding.effect} ${finding.advice}` }],
});

function categoryBlocks(run: NonNullable<SharedPage['run']>): PageBlock[] {
  const { categories, not_in_run: lacking } = run;
  return [
    ...(categories.length > 0 ? [categoryTable(run)] : []),
    ...(lacking.length > 0 ? [dim(`Not in this run: ${lacking.join(', ')}.`)] : []),
  ];
}

function headOf({
  overall,
  right,
  entries,
  warnings,
}: NonNullable<SharedPage['run']>): PageBlock[] {
  const counts = `${count(right)} of ${count(entries)} passed`;
  return [
    { kind: 'paragraph', text: overall ? `${overall.value} %` : counts, size: 'large' },
    ...(overall
      ? [
          {
            kind: 'paragraph',
            text: `overall v4, 95 % CI ${overall.interval}, ${overall.basis}`,
          } as const,
          dim(counts),
        ]
      : []),
    ...warnings.map((text): PageBlock => ({
      kind: 'paragraph',
      text: `Warning: ${text}.`,
      style: 'bad',
    })),
  ];
}

/** The whole page. */
export function sharePage({
  title,
  basis,
  settings,
  made,
  run,
  entries,
}: SharedPage): PageDocument {
  const page = { title, basis: [...basis, settings], note: made };
  const blocks = entries.map((entry) => entryBlock(entry, !run));
  if (!run) return { ...page, blocks };
  if (run.left_out > 0) blocks.push(dim(`${count(run.left_out)} more are not shown.`));
  return {
    ...page,
    contents: true,
    blocks: headOf(run),
    sections: [
      {
        id: 'findings',
        title: 'Problems that distort the score',
        blocks: run.findings.map(findingBlock),
      },
      { id: 'categories', title: 'Categories', blocks: categoryBlocks(run) },
      {
        id: 'reasons',
        title: 'Why entries failed',
        blocks: run.errors.length > 0 ? [errorTable(run.errors)] : [],
      },
      { id: 'failures', title: 'Failures', blocks },
    ],
  };
}
