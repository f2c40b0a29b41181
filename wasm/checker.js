/**
 * Calls against your own functions and expected calls, as checker.d.ts describes it.
 *
 * @module bfclx/checker
 */

import { ScorerError } from './index.js';

const decoder = new TextDecoder();
const OPTIONS = ['dialect', 'match', 'order', 'decoder', 'underscoreToDot'];

/**
 * JSON.stringify would make null of NaN and leave out what is undefined.
 * @param {unknown} value
 * @param {string} place
 */
function checked(value, place) {
  JSON.stringify(value, (key, item) => {
    // Nothing at all is told by the module.
    if (
      (item === undefined && key !== '') ||
      (typeof item === 'number' && !Number.isFinite(item))
    ) {
      throw new ScorerError('schema', `${place}: \`${key}\` is ${item}, which is no JSON`);
    }
    return item;
  });
  return value;
}

/** @param {unknown[]} values */
export function anyOf(...values) {
  if (values.length === 0) throw new RangeError('anyOf needs a value');
  return { any_of: values };
}

/** @param {unknown[]} values */
export function anyOfOptional(...values) {
  return { ...anyOf(...values), optional: true };
}

export class Checker {
  #scorer;
  #setup;
  #functions;

  /**
   * @param {import('./scorer.d.ts').Scorer} scorer
   * @param {unknown} functions
   * @param {import('./checker.d.ts').CheckerOptions} [options]
   */
  constructor(scorer, functions, options = {}) {
    if (typeof scorer?.checkCalls !== 'function') {
      throw new TypeError('the scorer must be what `await loadScorer()` gives');
    }
    if (functions === undefined) throw new TypeError('the functions are missing');
    for (const name of Object.keys(options)) {
      if (!OPTIONS.includes(name)) {
        throw new TypeError(`unknown option \`${name}\`: expected ${OPTIONS.join(', ')}`);
      }
    }
    const { dialect, match, order, decoder: texts, underscoreToDot } = options;
    this.#scorer = scorer;
    this.#setup = {
      functions,
      dialect,
      match,
      order,
      decoder: texts,
      underscore_to_dot: underscoreToDot,
    };
    this.#functions = this.#run([]).json.functions;
  }

  get functions() {
    return [...this.#functions];
  }

  /** @param {object[]} pairs */
  #run(pairs) {
    return this.#scorer.checkCalls({ ...this.#setup, pairs });
  }

  check(calls, expected, options = {}) {
    return this.checkBatch([[calls, expected]], options)[0];
  }

  checkBatch(pairs, { order } = {}) {
    const asked = pairs.map((pair, i) => {
      if (!Array.isArray(pair) || pair.length !== 2) {
        throw new TypeError(`pairs[${i}] must be [calls, expected]`);
      }
      const [calls, expected] = pair;
      return { calls, expected: checked(expected, `pairs[${i}].expected`), order };
    });
    const lines = decoder.decode(this.#run(asked).bytes);
    return lines.trimEnd()
      ? lines
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  }
}
