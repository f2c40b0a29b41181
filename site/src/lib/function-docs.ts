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

function rows(schema: Json | undefined, prefix: string, depth: number): ParameterRow[] {
  if (!isObject(schema) || depth > 6) return [];
  const properties = schema['properties'];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([key, value]) => {
    const inner = isObject(value) ? value : {};
    const name = prefix + key;
    const items = inner['items'];
    const type = text(inner['type']);
    const of = isObject(items) && items['type'] ? ` of ${text(items['type'])}` : '';
    const row: ParameterRow = {
      name,
      type: type + of,
      required: required.includes(key),
      description: text(inner['description']),
      allowed: Array.isArray(inner['enum']) ? inner['enum'].map((one) => JSON.stringify(one)) : [],
      fallback: 'default' in inner ? JSON.stringify(inner['default']) : null,
    };
    return [row, ...rows(inner, `${name}.`, depth + 1), ...rows(items, `${name}[].`, depth + 1)];
  });
}
