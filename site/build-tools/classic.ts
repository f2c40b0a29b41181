// A Vite plugin for scripts that other sites load by name: wrapped so that they are plain scripts without
// globals. Plain ones need no CORS header from the server, as modules from another origin would.
import type { Plugin } from 'vite';

export function classic(names: readonly string[]): Plugin {
  return {
    name: 'bfclx-classic',
    generateBundle(_options, bundle) {
      for (const name of names) {
        const file = bundle[name];
        if (file?.type !== 'chunk') throw new Error(`the build has no ${name}`);
        if (file.imports.length > 0 || /\bimport\.meta\b|^(?:import|export)\b/m.test(file.code))
          throw new Error(`${name} must stand alone`);
        file.code = `(()=>{${file.code}})();\n`;
      }
    },
  };
}
