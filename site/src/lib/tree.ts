// States as trees, and what differs between two of them. The differences come from the module; here they
// are laid over the values so that one tree shows both sides.
import type { Json, PathPart } from './scorer-types.ts';

export type Mark = 'same' | 'added' | 'removed' | 'changed' | 'inside';

/** A difference as the tree takes it: the value on either side; a side that lacks the place has none. */
export interface Difference {
  path: PathPart[];
  /** The base: what was before, or the ground truth. */
  left?: Json;
  /** What is shown: what is now, or the model. */
  right?: Json;
}

export interface TreeNode {
  key: string;
  mark: Mark;
  /** The shown value when it is no branch; of `changed` also the other side's. */
  value?: Json;
  was?: Json;
  /** Null: a leaf. */
  children: TreeNode[] | null;
  /** "{}" or "[]" for branches, and the number of members. */
  size: number;
}

const isBranch = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

const membersOf = (value: Json[] | { [key: string]: Json }): [string, Json][] =>
  Array.isArray(value) ? value.map((item, i) => [String(i), item]) : Object.entries(value);

/** The tree of `value` with the differences marked in place. */
export function buildTree(
  key: string,
  value: Json | undefined,
  differences: readonly Difference[],
): TreeNode {
  const here = differences.find(({ path }) => path.length === 0);
  if (here) return differing(key, here);
  const inner = groupByHead(differences);
  const members: [string, Json | undefined][] = isBranch(value) ? membersOf(value) : [];
  const seen = new Set(members.map(([name]) => name));
  for (const name of inner.keys()) if (!seen.has(name)) members.push([name, undefined]);
  if (!isBranch(value) && inner.size === 0)
    return { key, mark: 'same', value, children: null, size: 0 };
  const children = members.map(([name, member]) => buildTree(name, member, inner.get(name) ?? []));
  return { key, mark: inner.size > 0 ? 'inside' : 'same', children, size: seen.size };
}

function groupByHead(differences: readonly Difference[]): Map<string, Difference[]> {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const [head, ...rest] = difference.path;
    if (head === undefined) continue;
    const group = groups.get(String(head));
    const inner = { ...difference, path: rest };
    if (group) group.push(inner);
    else groups.set(String(head), [inner]);
  }
  return groups;
}

function differing(key: string, { left, right }: Difference): TreeNode {
  const mark: Mark = left === undefined ? 'added' : right === undefined ? 'removed' : 'changed';
  const shown = right === undefined ? left : right;
  const node: TreeNode = { key, mark, children: null, size: 0 };
  if (isBranch(shown) && mark !== 'changed') {
    const children = membersOf(shown).map(([name, member]) =>
      markAll(buildTree(name, member, []), mark),
    );
    return { ...node, children, size: children.length };
  }
  return { ...node, value: shown, ...(mark === 'changed' && { was: left }) };
}

function markAll(node: TreeNode, mark: Mark): TreeNode {
  return { ...node, mark, children: node.children?.map((child) => markAll(child, mark)) ?? null };
}

/** A value as one short line. */
export function brief(value: Json | undefined, length = 120): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
