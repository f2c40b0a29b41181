// Answers within conversations that are not at their end. After a pause or a reload they are given to the module again, so
// that an episode goes on where it was and no turn is asked, or paid, twice.
import type { Came } from './exchange.ts';

type Response = Extract<Came, { kind: 'answer' }>;

export interface Step {
  /** Of the entry. */
  id: string;
  /** Which of its requests, from 0. */
  n: number;
  /** What was asked, as `digestOf` has it: for another request the answer does not count. */
  request: string;
  status: number;
  headers: [string, string][];
  body: string;
  /** That the server took. */
  seconds: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** FNV-1a of 32 bits, and the length. */
export function digestOf(body: Uint8Array | null): string {
  let hash = 0x811c9dc5;
  for (const byte of body ?? []) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${(hash >>> 0).toString(16)}-${body?.length ?? 0}`;
}

const isStep = (value: unknown): value is Step => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, n, request, status, headers, body, seconds } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    Number.isInteger(n) &&
    typeof request === 'string' &&
    Number.isInteger(status) &&
    Array.isArray(headers) &&
    headers.every(
      (pair) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'),
    ) &&
    typeof body === 'string' &&
    typeof seconds === 'number'
  );
};

/** The steps of a file, a line each, in order; what cannot be read is as if it had not been kept. */
export function readSteps(text: string): Step[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isStep(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}

export class Steps {
  private readonly all = new Map<string, Step[]>();

  /** `keep` writes one down. */
  constructor(
    known: readonly Step[] = [],
    private readonly keep: (step: Step) => void = () => undefined,
  ) {
    for (const step of known) this.put(step);
  }

  /** A step that was taken again, by another way, ends what came after it. */
  private put(step: Step): boolean {
    const steps = this.all.get(step.id) ?? [];
    if (step.n < 0 || step.n > steps.length) return false;
    this.all.set(step.id, [...steps.slice(0, step.n), step]);
    return true;
  }

  /** The answer to the n-th request of an entry, if the same was asked before. */
  at(id: string, n: number, body: Uint8Array | null): (Response & { seconds: number }) | null {
    const step = this.all.get(id)?.[n];
    if (!step || step.request !== digestOf(body)) return null;
    const { status, headers, seconds } = step;
    return { kind: 'answer', status, headers, body: encoder.encode(step.body), seconds };
  }

  add(id: string, n: number, asked: Uint8Array | null, response: Response, seconds: number): void {
    let body: string;
    try {
      body = decoder.decode(response.body);
    } catch {
      // No text: it is asked again.
      return;
    }
    const { status, headers } = response;
    const step = { id, n, request: digestOf(asked), status, headers, body, seconds };
    if (this.put(step)) this.keep(step);
  }

  forget(id: string): void {
    this.all.delete(id);
  }

  /** Those of conversations that are not at their end. */
  live(): Step[] {
    return [...this.all.values()].flat();
  }
}
