// A Vite plugin for scripts that other sites load by name: wrapped so that they are plain scripts without
// globals. Plain ones need no CORS header from the server, as modules from another origin would.
import type { Plugin } from 'vite';

/** In ASCII alone, which means the same in a page of any encoding. */
export const ascii = (code: string): string =>
  code.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export function classic(names: readonly string[]): Plugin {
  return {
    name: 'bfclx-classic',
    generateBundle(_options, bundle) {
      for (const name of names) {
        const file = bundle[name];
        if (file?.type !== 'chunk') throw new Error(`the build has no ${name}`);
        if (file.imports.length > 0 || /\bimport\.meta\b|^(?:import|export)\b/m.test(file.code))
          throw new Error(`${name} must stand alone`);
        file.code = ascii(`(()=>{${file.code}})();\n`);
      }
    },
  };
}
