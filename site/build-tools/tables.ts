// A Vite plugin that writes each public table with its scores, 95 % CIs and ranks, as the module computes them:
// `leaderboard/<version>_<date>.json` beside the CSV file. `<bfclx-leaderboard>` shows them without the module.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { readBoard } from '../src/lib/leaderboard.ts';
import { tableFile } from '../src/lib/table-file.ts';
import type { Scorer } from '../src/lib/scorer-types.ts';
import { listTables } from './data.ts';

type Load = () => Promise<Scorer>;

/** The tables of a folder as JSON, by path below the site. */
export async function scoredTables(folder: string, scorer: Scorer): Promise<Map<string, string>> {
  const compositions = scorer.leaderboards();
  const files = new Map<string, string>();
  for (const { version, date, file, scored } of listTables(folder)) {
    const board = readBoard(readFileSync(join(folder, file), 'utf8'));
    const composition = compositions.find(({ name }) => name === board.version);
    if (board.version !== version || !composition)
      throw new Error(`${file} is a table of ${board.version}`);
    const scores = scorer.overallScores({
      leaderboard: version,
      runs: [],
      rows: board.rows.map(({ columns }) => columns),
    });
    files.set(`leaderboard/${scored}`, JSON.stringify(tableFile(date, board, composition, scores)));
  }
  return files;
}

/** `folder`: of the tables; `wasm`: of the built module. */
export function tables(folder: string, wasm: string): Plugin {
  let files: Promise<Map<string, string>> | null = null;
  const made = () =>
    (files ??= (async () => {
      const module = (await import(pathToFileURL(join(wasm, 'index.js')).href)) as {
        loadScorer: Load;
      };
      return scoredTables(folder, await module.loadScorer());
    })());
  return {
    name: 'bfclx-tables',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0] ?? '';
        if (!/^\/leaderboard\/.*_.*\.json$/.test(path)) return next();
        made().then((all) => {
          const text = all.get(path.slice(1));
          if (text === undefined) return next();
          response.setHeader('Content-Type', 'application/json');
          response.end(text);
        }, next);
      });
    },
    async generateBundle() {
      for (const [fileName, source] of await made())
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
