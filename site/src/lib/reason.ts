// The reason of a verdict in the few words that a list has room for: what was found ≠ what was expected. The module
// gives a sentence; one whose form is not known here stays as it is.

/** The parts of Python's text of a list, at its top level; null when it is none, or was cut. */
export function listParts(text: string): string[] | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 1;
  for (let i = 1; i < text.length - 1; i++) {
    const c = text[i] ?? '';
    if (quote) {
      if (c === '\\') i += 1;
      else if (c === quote) quote = '';
    } else if (c === "'" || c === '"') quote = c;
    else if ('[({'.includes(c)) depth += 1;
    else if ('])}'.includes(c)) depth -= 1;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = text.slice(from, -1).trim();
  if (last) parts.push(last);
  return quote || depth !== 0 ? null : parts;
}

/** Possible answers: `''` marks that the parameter may be left out, which is no answer when there are others. */
function answers(text: string): string {
  const parts = listParts(text);
  if (!parts) return text;
  const real = parts.length > 1 ? parts.filter((part) => part !== "''" && part !== '""') : parts;
  const [first = text, second, ...more] = real;
  if (second === undefined) return first;
  return more.length === 0 ? `${first} or ${second}` : `${first} or ${more.length + 1} others`;
}

/** Turns are counted from 1 for people. */
const turn = (index: string | undefined): string => `turn ${Number(index) + 1}`;

/** An array of groups always has what a form without optional groups captures. */
type Form = readonly [RegExp, (...groups: string[]) => string];

const FORMS: readonly Form[] = [
  [
    /^No call fits item \d+ of the ground truth; the nearest is call \d+: (.*)$/s,
    (rest) => shortReason(rest),
  ],
  [
    /^The value (.*) of '([^']*)' is none of the possible answers (.*?)(?:(?<!\.)\.)?$/s,
    (found, name, list) => `${name}: ${found} ≠ ${answers(list)}`,
  ],
  [
    /^The function '(.*)' should be called, not '(.*)'\.$/s,
    (wanted, found) => `${found}() ≠ ${wanted}()`,
  ],
  [
    /^Parameter '(.*)', which the function requires, is missing\.$/s,
    (name) => `${name} is missing`,
  ],
  [
    /^Parameter '(.*)' is missing, and no possible answer leaves it out\.$/s,
    (name) => `${name} is missing`,
  ],
  [
    /^Calls expected: (\d+), calls made: (\d+)\.$/,
    (wanted, made) => `${made} ${made === '1' ? 'call' : 'calls'} ≠ ${wanted}`,
  ],
  [/^The function has no parameter '(.*)'\.$/s, (name) => `${name}: no such parameter`],
  [
    /^No possible answer gives the parameter '(.*)'\.$/s,
    (name) => `${name}: in no possible answer`,
  ],
  [
    /^Parameter '([^']*)' takes the type (\S+), but (.*) is (\S+)\.$/s,
    (name, type, found, is) => `${name}: ${found} is ${is} ≠ ${type}`,
  ],
  [
    /^Parameter '([^']*)' takes (\S+) source text, but (.*) is (\S+)\.$/s,
    (name, language, found, is) => `${name}: ${found} is ${is} ≠ ${language} text`,
  ],
  [
    /^Parameter '([^']*)' takes elements of type (\S+), but element (\d+) is (.*) of type (\S+)\.$/s,
    (name, type, at, found, is) => `${name}[${at}]: ${found} is ${is} ≠ ${type}`,
  ],
  [
    /^The reply could not be read as function calls: (.*?)(?:(?<!\.)\.)?$/s,
    (why) => `unreadable: ${why}`,
  ],
  [/^No function fits the question, but a call was made\.$/, () => 'a call, where none was wanted'],
  [/^After turn (\d+) (\S+) is "?<.*$/s, (at, path) => `${turn(at)}: ${path} differs`],
  [
    /^After turn (\d+) (\S+) is (.*), where the ground truth has (.*?)(?:(?<!\.)\.)?$/s,
    (at, path, found, wanted) => `${turn(at)}: ${path}: ${found} ≠ ${wanted}`,
  ],
  [
    /^No call up to turn (\d+) gave the response (.*?)(?:(?<!\.)\.)?$/s,
    (at, response) => `${turn(at)}: no call gave ${response}`,
  ],
  [
    /^Turn (\d+) asks for calls, and the model made none(?: that could be decoded)?\.$/,
    (at) => `${turn(at)}: no call`,
  ],
  [
    /^Model was force-terminated during inference phase\. The length of the model result turns \((\d+)\) does not match the length of the ground truth turns \((\d+)\)\.$/,
    (made, wanted) => `stopped by the limit of steps: ${made} turns ≠ ${wanted}`,
  ],
];

/** `cell_type: 'human cell' ≠ 'human'`. */
export function shortReason(sentence: string): string {
  for (const [form, say] of FORMS) {
    const match = form.exec(sentence);
    if (match) return say(...match.slice(1).map((group) => group ?? ''));
  }
  return sentence;
}
