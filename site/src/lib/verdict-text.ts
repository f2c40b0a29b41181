// A verdict as text to be pasted elsewhere: Markdown, and a request as a curl command.
import { verdictWord } from './format.ts';
import { fenced, inline } from './fences.ts';

export interface VerdictFacts {
  id: string;
  /** Null: not scored. */
  valid: boolean | null;
  error_type: string;
  reason: string;
  run: string;
  decoder: string;
  dataset: string;
  question: string;
  response: string;
  /** As JSON; empty where there is none. */
  truth: string;
}

export function verdictMarkdown(facts: VerdictFacts): string {
  const { id, valid, error_type: type, reason, run, decoder, dataset } = facts;
  return `${[
    `### ${inline(id)}: ${verdictWord(valid)}`,
    [type ? inline(type) : '', reason ? inline(reason) : ''].filter(Boolean).join(': '),
    `**Question**\n\n${fenced(facts.question, 'text')}`,
    `**Response of ${inline(run)}**, decoder ${inline(decoder)}\n\n${fenced(facts.response, 'text')}`,
    facts.truth ? `**Ground truth**\n\n${fenced(facts.truth, 'json')}` : '',
    `Dataset: ${inline(dataset)}`,
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}

/** For a POSIX shell: nothing in it is expanded. */
const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;

export interface FirstRequest {
  method: string;
  /** Below the base address, with a leading slash. */
  path: string;
  headers: [name: string, value: string][];
  body: string;
}

/** The key is the variable OPENAI_API_KEY of the shell. */
export function curlCommand(base: string, { method, path, headers, body }: FirstRequest): string {
  const named = new Map([['content-type', 'application/json']]);
  for (const [name, value] of headers) named.set(name.toLowerCase(), value);
  return [
    `curl -X ${method} ${quoted(`${base.replace(/\/+$/, '')}${path}`)}`,
    ...[...named].map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    '  -H "authorization: Bearer $OPENAI_API_KEY"',
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n');
}
