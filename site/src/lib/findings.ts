// Findings of a run for people: which come first, how they are counted, and their words.
import { plural } from './format.ts';
import type { Finding, Severity } from './scorer-types.ts';

/** A finding of each severity has its sign; `tone` is the colour that goes with it. */
export const SIGNS: Readonly<Record<Severity, { sign: string; tone: string }>> = {
  error: { sign: '✕', tone: 'fail' },
  warning: { sign: '!', tone: 'warn' },
  info: { sign: '–', tone: 'absent' },
};

const SEVERITIES = Object.keys(SIGNS) as Severity[];

/** Errors and warnings, which the score suffers from; and infos, which can wait. */
export function ranked(findings: readonly Finding[]): { grave: Finding[]; infos: Finding[] } {
  return {
    grave: findings.filter(({ severity }) => severity !== 'info'),
    infos: findings.filter(({ severity }) => severity === 'info'),
  };
}

/** "1 error, 2 warnings"; empty for none. */
export function tally(findings: readonly Finding[]): string {
  return SEVERITIES.map(
    (severity) => [severity, findings.filter((one) => one.severity === severity).length] as const,
  )
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => (severity === 'info' ? `${n} info` : plural(n, severity)))
    .join(', ');
}

/** What scores a run again as a finding advises: "with decoder prompting"; empty when nothing does. */
export function mending({ settings }: Finding): string {
  if (settings?.decoder !== undefined) return `with decoder ${settings.decoder}`;
  if (settings?.underscore_to_dot === undefined) return '';
  return `with underscore_to_dot ${settings.underscore_to_dot ? 'on' : 'off'}`;
}

/** A sentence in its parts: what stands between backticks is code. */
export const parts = (text: string): { text: string; code: boolean }[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, i) => ({ text: part, code: i % 2 === 1 }))
    .filter((part) => part.text !== '');

/** Of responses that are error messages: of the server, about the context, of the program that generated them. */
const GENERATION_ERRORS = new Set(['inference_errors', 'context_errors', 'harness_errors']);
const PREFIX = /^Error during inference: */;

/** Why the entry failed whose response is an error message. */
export const generationError = (response: string): string => {
  const message = response.replace(PREFIX, '');
  return message ? `generation error: ${message}` : 'generation error';
};

/** By entry why it failed, of those whose response is an error message; the message where the module gives it. */
export function generationErrors(findings: readonly Finding[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { code, ids, examples } of findings) {
    if (!GENERATION_ERRORS.has(code)) continue;
    const texts = new Map(examples.map(({ id, text }) => [id, text]));
    for (const id of ids) reasons.set(id, generationError(texts.get(id) ?? ''));
  }
  return reasons;
}

/** The entries that the finding with this code concerns; undefined when there is none. */
export function idsOf(
  findings: readonly Finding[],
  code: string | undefined,
): ReadonlySet<string> | undefined {
  const found = findings.find((finding) => finding.code === code);
  return found && new Set(found.ids);
}
