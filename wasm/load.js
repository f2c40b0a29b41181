/**
 * Where the module's two parts come from, and how they become one instance.
 *
 * @module bfclx/load
 */

/** What went wrong, and where. */
export class ScorerError extends Error {
  /**
   * @param {string} kind see ErrorKind in scorer.d.ts
   * @param {string} message
   * @param {{file?: string, line?: number, id?: string}} [place]
   */
  constructor(kind, message, place = {}) {
    super(message);
    this.name = 'ScorerError';
    this.kind = kind;
    if (place.file !== undefined) this.file = place.file;
    if (place.line !== undefined) this.line = place.line;
    if (place.id !== undefined) this.id = place.id;
  }
}

// Bundlers look for whole addresses. Called only where the caller gives no module.
export function wasmUrl() {
  return new URL('./bfclx.wasm', import.meta.url);
}

export function deferredUrl() {
  return new URL('./bfclx.deferred.wasm', import.meta.url);
}

/** @param {unknown} error */
export function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}

const isNode = () => Boolean(globalThis.process?.versions?.node);

/** Node's files; under another name, so that bundlers leave it alone. */
function nodeFiles() {
  const name = 'node:fs';
  return import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}

/**
 * Under node at once: compiling in the background may never end there.
 * @param {BufferSource} bytes
 */
async function compile(bytes) {
  return isNode() ? new WebAssembly.Module(bytes) : WebAssembly.compile(bytes);
}

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
async function compileFrom(url) {
  if (url.protocol === 'file:') return compile((await nodeFiles()).readFileSync(url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`);
  // A file server may not know the media type of modules.
  if (response.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(response);
  }
  return compile(await response.arrayBuffer());
}

/**
 * Waits for the answer: a call of the module that needs the deferred part cannot be left and taken up again.
 * @param {URL} url
 */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  // Pages may only ask for text then.
  const asText = typeof document !== 'undefined';
  if (asText) request.overrideMimeType('text/plain; charset=x-user-defined');
  else request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`${url.href} answers ${request.status}`);
  if (!asText) return request.response;
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

/**
 * The deferred part, loaded when a call first needs it, or before.
 */
export class Deferred {
  /** @type {() => WebAssembly.Module} */
  #load;
  #exports = {};
  /** @type {WebAssembly.Table | undefined} */
  #table;
  #loaded = false;

  /** What stands in the primary part for functions of this one; they are called by their place in the table. */
  placeholders = new Proxy(
    {},
    {
      get:
        (_, place) =>
        (...given) =>
          this.#function(Number(place))(...given),
    },
  );

  /** @param {() => WebAssembly.Module} load */
  constructor(load) {
    this.#load = load;
  }

  /** @param {import('./scorer.d.ts').LoadOptions['deferred']} given */
  static async from(given) {
    if (given) return new Deferred(await Deferred.#given(given));
    let url;
    try {
      url = deferredUrl();
    } catch (error) {
      // Not every host says where this file is; what it gives may never need the deferred part.
      return new Deferred(() => {
        throw error;
      });
    }
    if (url.protocol === 'file:') {
      const { readFileSync } = await nodeFiles();
      return new Deferred(() => new WebAssembly.Module(readFileSync(url)));
    }
    if (typeof XMLHttpRequest === 'undefined') {
      const module = await compileFrom(url);
      return new Deferred(() => module);
    }
    return new Deferred(() => new WebAssembly.Module(fetchNow(url)));
  }

  /** Bytes, a module, or a promise of either, which may come too late. */
  static async #given(given) {
    if (given instanceof WebAssembly.Module) return () => given;
    if (typeof given.then !== 'function') return () => new WebAssembly.Module(given);
    let there = null;
    Promise.resolve(given).then(
      (one) => (there = one),
      () => undefined,
    );
    return () => {
      if (there instanceof WebAssembly.Module) return there;
      if (!there && typeof XMLHttpRequest === 'undefined') throw new Error('it is not there yet');
      return new WebAssembly.Module(there ?? fetchNow(deferredUrl()));
    };
  }

  /** @param {WebAssembly.Exports} exports of the primary part */
  primary(exports) {
    this.#exports = exports;
    this.#table = Object.values(exports).find((one) => one instanceof WebAssembly.Table);
  }

  #function(place) {
    if (!this.#loaded) {
      try {
        new WebAssembly.Instance(this.#load(), { primary: this.#exports });
      } catch (error) {
        const text = `the deferred part of the module could not be loaded: ${textOf(error)}`;
        throw new ScorerError('deferred', text);
      }
      this.#loaded = true;
    }
    return this.#table?.get(place);
  }
}

async function importGlue() {
  try {
    return await import('./bfclx.js');
  } catch (error) {
    throw new ScorerError('script', `the script could not be loaded: ${textOf(error)}`);
  }
}

/**
 * @param {import('./scorer.d.ts').LoadOptions} options
 * @returns {Promise<any>} the instance, of Emscripten
 */
export async function loadModule({ wasm, deferred }) {
  const { default: create } = await importGlue();
  try {
    const [module, rest] = await Promise.all([
      wasm instanceof WebAssembly.Module ? wasm : wasm ? compile(wasm) : compileFrom(wasmUrl()),
      Deferred.from(deferred),
    ]);
    return await instantiate(create, module, rest);
  } catch (error) {
    throw new ScorerError('module', `the module could not be loaded: ${textOf(error)}`);
  }
}

/**
 * @param {(settings: object) => Promise<any>} create of Emscripten
 * @param {WebAssembly.Module} module
 * @param {Deferred} deferred
 */
function instantiate(create, module, deferred) {
  return new Promise((resolve, reject) => {
    create({
      print: () => {},
      printErr: () => {},
      // It would make an address of the module, which may be anywhere.
      locateFile: (name) => name,
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, { ...imports, placeholder: deferred.placeholders })
          .then((instance) => {
            deferred.primary(instance.exports);
            receive(instance);
          })
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
