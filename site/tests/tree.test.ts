import { describe, expect, it } from 'vitest';
import { buildTree, brief, type Difference, type TreeNode } from '../src/lib/tree.ts';
import { markOf } from '../src/lib/marks.ts';
import type { CallExplanation, PathPart, Why } from '../src/lib/scorer-types.ts';

/** A tree as text, a node a line. */
function draw(node: TreeNode, indent = ''): string {
  const sign = { same: ' ', inside: '~', added: '+', removed: '-', changed: '!' }[node.mark];
  const value = node.children
    ? ''
    : ` ${brief(node.value)}${'was' in node ? ` was ${brief(node.was)}` : ''}`;
  const inner = (node.children ?? []).map((child) => draw(child, `${indent}  `)).join('');
  return `${sign}${indent}${node.key}${value}\n${inner}`;
}

describe('buildTree', () => {
  const value = { root: { 'a/': { x: '1' }, y: '2' }, n: [1, 2] };
  const cases: [string, Difference[], string][] = [
    [
      'nothing differs',
      [],
      ' fs\n   root\n     a/\n       x "1"\n     y "2"\n   n\n     0 1\n     1 2\n',
    ],
    [
      'a leaf changed, one is gone, one is new',
      [
        { path: ['root', 'y'], left: '3', right: '2' },
        { path: ['root', 'z'], left: 'old' },
        { path: ['n', 1], right: 2 },
      ],
      '~fs\n~  root\n     a/\n       x "1"\n!    y "2" was "3"\n-    z "old"\n~  n\n     0 1\n+    1 2\n',
    ],
    [
      'a branch is gone with all that it held',
      [{ path: ['root', 'b/'], left: { q: { r: 1 } } }],
      '~fs\n~  root\n     a/\n       x "1"\n     y "2"\n-    b/\n-      q\n-        r 1\n   n\n     0 1\n     1 2\n',
    ],
    ['all of it changed', [{ path: [], left: 1, right: 2 }], '!fs 2 was 1\n'],
  ];
  it.each(cases)('%s', (_name, differences, text) =>
    expect(draw(buildTree('fs', value, differences))).toBe(text),
  );
});

describe('markOf', () => {
  const explained = (path: PathPart[], more: Partial<Why> = {}): CallExplanation => ({
    type: 'calls',
    id: 'x',
    category: 'parallel',
    valid: false,
    error_type: 'e',
    error: [],
    superseded: false,
    line: '',
    raw: '',
    settings: { decoder: 'prompting', underscore_to_dot: false },
    decoded_repr: null,
    decode_error: null,
    possible_answers: [],
    last_message: null,
    calls: ['f', 'g'].map((name) => ({
      name,
      text: '',
      arguments: [{ name: 'a', repr: '1', value: 1 }],
    })),
    why: {
      rule: 'r',
      explanation: '',
      path,
      expected: null,
      expected_repr: 'None',
      found: 1,
      found_repr: '1',
      text: 'why',
      short: 'w',
      more: null,
      ...more,
    },
  });
  it.each([
    ['an argument', explained([1, 'g', 'a']), { index: 1, mark: { text: 'why', argument: 'a' } }],
    [
      'inside an argument',
      explained([0, 'f', 'a', 2, 'k']),
      { index: 0, mark: { text: 'why', argument: 'a' } },
    ],
    ['the name', explained([0, 'f']), { index: 0, mark: { text: 'why' } }],
    [
      'the name, when another was expected',
      explained([0, 'other']),
      { index: 0, mark: { text: 'why' } },
    ],
    [
      'a missing argument',
      explained([0, 'f', 'b'], { found: null }),
      { index: 0, mark: { text: 'why', argument: 'b', missing: true } },
    ],
    [
      'what would pass',
      explained([0, 'f', 'a'], { expected: 2, expected_repr: '2' }),
      { index: 0, mark: { text: 'why', argument: 'a', expected: '2' } },
    ],
    ['nothing', explained([]), null],
    ['a call that is not there', explained([7, 'f']), null],
  ])('points at %s', (_name, explanation, mark) => expect(markOf(explanation)).toEqual(mark));
});
