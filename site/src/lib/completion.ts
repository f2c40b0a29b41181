// Completion of a call in Python syntax from the docs of the methods: which method the caret is in, which
// parameter, and what may stand there.
import type { MethodInfo } from './scorer-types.ts';

export interface Option {
  label: string;
  detail: string;
  description: string;
  insert: string;
  /** Where the caret stands afterwards, counted from the end of what was inserted. */
  back: number;
}

export interface Context {
  /** The method whose arguments are being typed. */
  method: MethodInfo | null;
  /** The parameter at the caret. */
  parameter: string | null;
  /** What is replaced when an option is taken. */
  from: number;
  to: number;
  options: Option[];
}

interface Frame {
  /** The name before the bracket; empty for lists, dicts and grouping. */
  name: string;
  /** Where the present argument begins, and how many went before. */
  start: number;
  index: number;
  used: string[];
}

const WORD = /[A-Za-z_]\w*$/;
const KEYWORD = /^\s*([A-Za-z_]\w*)\s*=/;

/** Reads up to the caret. `quote` is the open string, if any. */
function scan(text: string): { frames: Frame[]; quote: string } {
  const frames: Frame[] = [];
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? '';
    if (quote) {
      if (c === '\\') i += 1;
      else if (c === quote) quote = '';
      continue;
    }
    const top = frames[frames.length - 1];
    if (c === "'" || c === '"') quote = c;
    else if (c === '(' || c === '[' || c === '{') {
      const name = c === '(' ? (WORD.exec(text.slice(0, i))?.[0] ?? '') : '';
      frames.push({ name, start: i + 1, index: 0, used: [] });
    } else if (c === ')' || c === ']' || c === '}') frames.pop();
    else if (c === ',' && top) {
      const keyword = KEYWORD.exec(text.slice(top.start, i))?.[1];
      if (keyword) top.used.push(keyword);
      top.start = i + 1;
      top.index += 1;
    }
  }
  return { frames, quote };
}

const matching = <T extends { label: string }>(options: T[], word: string): T[] => {
  const wanted = word.toLowerCase();
  const first = options.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  const later = options.filter(
    ({ label }) => !first.some((o) => o.label === label) && label.toLowerCase().includes(wanted),
  );
  return [...first, ...later];
};

/** "folder: string", "a: boolean = False". */
export const parameterText = ({
  name,
  type,
  default: fallback,
}: MethodInfo['parameters'][number]): string =>
  `${name}: ${type || 'any'}${fallback === undefined ? '' : ` = ${fallback}`}`;

/** What a method does: docs of the dataset begin with the same sentences about its class. */
export const purpose = ({ description }: MethodInfo): string =>
  description.replace(/^[\s\S]*?\bTool description:\s*/, '');

function methodOption(method: MethodInfo): Option {
  const none = method.parameters.length === 0;
  return {
    label: method.name,
    detail: method.class,
    description: purpose(method),
    insert: `${method.name}()`,
    back: none ? 0 : 1,
  };
}

function parameterOption(parameter: MethodInfo['parameters'][number]): Option {
  const text = parameter.type.startsWith('str');
  return {
    label: parameter.name,
    detail: `${parameter.type}${parameter.required ? '' : ', optional'}`,
    description: parameter.description,
    insert: `${parameter.name}=${text ? "''" : ''}`,
    back: text ? 1 : 0,
  };
}

/** What may stand at the caret. */
export function contextAt(text: string, caret: number, methods: readonly MethodInfo[]): Context {
  const before = text.slice(0, caret);
  const { frames, quote } = scan(before);
  const word = quote ? '' : (WORD.exec(before)?.[0] ?? '');
  const from = caret - word.length;
  const frame = [...frames].reverse().find(({ name }) => name !== '');
  const method = (frame && methods.find(({ name }) => name === frame.name)) ?? null;
  const nothing: Context = { method, parameter: null, from, to: caret, options: [] };
  if (!frame) {
    if (quote || frames.length > 1) return nothing;
    return { ...nothing, options: matching(methods.map(methodOption), word) };
  }
  if (!method) return nothing;
  const argument = before.slice(frame.start);
  const keyword = KEYWORD.exec(argument)?.[1];
  const positional = frame.used.length === 0 ? method.parameters[frame.index]?.name : undefined;
  const parameter = keyword ?? positional ?? null;
  if (quote || frames[frames.length - 1] !== frame) return { ...nothing, parameter };
  if (keyword !== undefined) {
    const type = method.parameters.find(({ name }) => name === keyword)?.type ?? '';
    const values = type.startsWith('bool') ? ['True', 'False'] : [];
    const options = values.map((label) => ({
      label,
      detail: '',
      description: '',
      insert: label,
      back: 0,
    }));
    return {
      ...nothing,
      parameter,
      options: word && values.includes(word) ? [] : matching(options, word),
    };
  }
  if (argument.trim() !== word) return { ...nothing, parameter };
  const later = [...text.slice(caret).matchAll(/([A-Za-z_]\w*)\s*=/g)].map((match) => match[1]);
  const free = method.parameters.filter(
    ({ name }, i) =>
      !frame.used.includes(name) &&
      !later.includes(name) &&
      (frame.used.length > 0 || i >= frame.index),
  );
  return { ...nothing, parameter, options: matching(free.map(parameterOption), word) };
}
