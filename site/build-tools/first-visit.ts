// What a first visit loads: few files, and early. What the first screen needs is one file, what a verdict needs another,
// and what the page of published leaderboards shares with each lies apart; and the page names the module and the lists of the
// datasets in its head, so that they come while the scripts are still on their way.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/**
 * Below `src`; the entries themselves stay files of their own, as what they do at once is theirs alone. What only
 * embed.html needs comes with its entry.
 */
const FIRST = ['main.ts', 'views/score/score-view.ts'];
const VERDICT = ['views/results/results-view.ts'];
// The glossary is loaded later, by both.
const PUBLISHED = ['published/main.ts', 'components/term-element.ts'];
const ENTRIES = ['main.ts', 'embed/main.ts', 'published/main.ts'];
/** Scripts that stand alone. */
const ALONE = ['embed/scorer-element.ts', 'elements/playground.ts', 'offline/service-worker.ts'];

/** Everything that these modules import, at any depth, without what is loaded later. */
function closure(graph: Graph, starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...starts];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    left.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The first two are shared with the page of published leaderboards. */
const GROUPS = ['base', 'tables', 'page', 'verdict'] as const;
type Group = (typeof GROUPS)[number];

function dealOut(graph: Graph, root: string): Map<string, Group> {
  const of = (paths: readonly string[]) =>
    closure(
      graph,
      paths.map((path) => resolve(root, 'src', path)),
    );
  const [first, verdict, published, alone] = [of(FIRST), of(VERDICT), of(PUBLISHED), of(ALONE)];
  const entries = new Set(ENTRIES.map((path) => resolve(root, 'src', path)));
  const groups = new Map<string, Group>();
  for (const id of new Set([...first, ...verdict])) {
    if (entries.has(id) || alone.has(id) || id.endsWith('.css')) continue;
    const shared = published.has(id);
    if (first.has(id)) groups.set(id, shared ? 'base' : 'page');
    else groups.set(id, shared ? 'tables' : 'verdict');
  }
  return groups;
}

/** For rollupOptions.output.codeSplitting. */
export function firstVisitGroups(root: string) {
  let groups: Map<string, Group> | null = null;
  return GROUPS.map((group, i) => ({
    debugName: group,
    priority: GROUPS.length - i,
    name: (id: string, graph: Graph) => {
      groups ??= dealOut(graph, root);
      return groups.get(id) === group ? group : null;
    },
  }));
}

/** Named in the heads of the pages that score, relative to them. */
const LISTS = ['dataset/index.json', 'sample/index.json'];

export function firstVisit(): Plugin {
  return {
    name: 'bfclx-first-visit',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path, bundle }) {
        if (!bundle || path !== '/index.html') return [];
        const module = Object.keys(bundle).find((name) => /\bbfclx-[\w-]{8}\.wasm$/.test(name));
        if (!module) throw new Error('the build has no module');
        return [...LISTS, module].map((name) => ({
          tag: 'link',
          // As fetch() asks for them, or they would come twice.
          attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href: `./${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
