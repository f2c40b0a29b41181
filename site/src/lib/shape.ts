// Whether a value that was read has the form that it should have: `isShape({ name: 'string', sizes: ['number'] }, value)`.

export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'object'
  /** One element, for all of an array. */
  | readonly [Shape]
  /** Any of these. */
  | { readonly either: readonly Shape[] }
  | { readonly is: unknown }
  /** Elements of an array that has exactly these. */
  | { readonly tuple: readonly Shape[] }
  /** Each member of an object. */
  | { readonly each: Shape }
  /** Of an object: members that must be there; others may be. A name that ends with "?" need not. */
  | { readonly members: Readonly<Record<string, Shape>> };

export const nullable = (shape: Shape): Shape => ({ either: [shape, { is: null }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function isShape(shape: Shape, value: unknown): boolean {
  if (shape === 'object') return isObject(value);
  if (shape === 'number') return Number.isFinite(value);
  if (typeof shape === 'string') return typeof value === shape;
  if ('is' in shape) return value === shape.is;
  if ('either' in shape) return shape.either.some((one) => isShape(one, value));
  if ('tuple' in shape)
    return (
      Array.isArray(value) &&
      value.length === shape.tuple.length &&
      shape.tuple.every((one, i) => isShape(one, value[i]))
    );
  if ('each' in shape)
    return isObject(value) && Object.values(value).every((one) => isShape(shape.each, one));
  if ('members' in shape)
    return (
      isObject(value) &&
      Object.entries(shape.members).every(([name, one]) =>
        name.endsWith('?')
          ? value[name.slice(0, -1)] === undefined || isShape(one, value[name.slice(0, -1)])
          : isShape(one, value[name]),
      )
    );
  return Array.isArray(value) && value.every((one) => isShape(shape[0], one));
}
