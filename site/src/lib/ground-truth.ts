// Ground truth as people read it: calls with the alternatives of each parameter.
import type { Json } from './scorer-types.ts';

export interface Alternatives {
  parameter: string;
  /** Texts of the values that pass, as Python writes them. */
  values: string[];
  /** It may be left out. */
  optional: boolean;
}

export interface PossibleCall {
  name: string;
  parameters: Alternatives[];
}

/** A JSON value as Python's `repr` would write it, nearly: for reading only. */
export function pythonText(value: Json): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    const escaped = JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"');
    return quote + (quote === "'" ? escaped.replace(/'/g, "\\'") : escaped) + quote;
  }
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([k, v]) => `${pythonText(k)}: ${pythonText(v)}`)
      .join(', ')}}`;
  }
  return String(value);
}

/** Null when it is not the form of the categories that are judged by calls. */
export function possibleCalls(truth: Json): PossibleCall[] | null {
  if (!Array.isArray(truth)) return null;
  const calls: PossibleCall[] = [];
  for (const item of truth) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return null;
    for (const [name, parameters] of Object.entries(item)) {
      if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
        return null;
      calls.push({ name, parameters: Object.entries(parameters).map(alternatives) });
    }
  }
  return calls;
}

/** The calls of each turn of an episode; null of anything else. */
export function turnCalls(truth: Json): string[][] | null {
  const isTurn = (turn: Json): turn is string[] =>
    Array.isArray(turn) && turn.every((call) => typeof call === 'string');
  return Array.isArray(truth) && truth.length > 0 && truth.every(isTurn) ? truth : null;
}

function alternatives([parameter, given]: [string, Json]): Alternatives {
  const all = Array.isArray(given) ? given : [given];
  const values = all.filter((value) => value !== '').map(pythonText);
  return { parameter, values, optional: values.length < all.length };
}
