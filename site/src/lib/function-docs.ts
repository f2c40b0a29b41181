// Function docs of the dataset (JSON schema with Python's type names) as flat rows for display.
import type { Json } from './scorer-types.ts';

export interface ParameterRow {
  /** "options.unit" of nested objects, "points[].x" of lists. */
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Texts of the values that are allowed, and of the default. */
  allowed: string[];
  fallback: string | null;
}

export interface FunctionDoc {
  name: string;
  description: string;
  parameters: ParameterRow[];
}

type Members = { [key: string]: Json };
const isObject = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function functionDoc(doc: Json): FunctionDoc {
  const members = isObject(doc) ? doc : {};
  return {
    name: text(members['name']),
    description: text(members['description']),
    parameters: rows(members['parameters'], '', 0),
  };
}

/** "string or null" of several types, "any" of none, the last part of a reference: as core/render/function_lines. */
function typeText(schema: Members, depth = 0): string {
  const own = text(schema['type']);
  if (own) return own;
  const lists = depth < 4 ? [schema['type'], schema['anyOf'], schema['oneOf']] : [];
  const parts = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  const names = parts.map((part) => (isObject(part) ? typeText(part, depth + 1) : text(part)));
  const reference = text(schema['$ref']);
  if (reference) names.push(reference.slice(reference.lastIndexOf('/') + 1));
  return names.filter((name) => name).join(' or ') || 'any';
}

function rows(schema: Json | undefined, prefix: string, depth: number): ParameterRow[] {
  if (!isObject(schema) || depth > 6) return [];
  const properties = schema['properties'];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, value]) => {
    const inner = isObject(value) ? value : {};
    const name = prefix + key;
    const items = inner['items'];
    const ofItems = isObject(items) ? typeText(items) : 'any';
    const of = ofItems === 'any' ? '' : ` of ${ofItems}`;
    const row: ParameterRow = {
      name,
      type: typeText(inner) + of,
      required: required.includes(key),
      description: text(inner['description']),
      allowed: Array.isArray(inner['enum']) ? inner['enum'].map((one) => JSON.stringify(one)) : [],
      fallback: 'default' in inner ? JSON.stringify(inner['default']) : null,
    };
    return [row, ...rows(inner, `${name}.`, depth + 1), ...rows(items, `${name}[].`, depth + 1)];
  });
}
