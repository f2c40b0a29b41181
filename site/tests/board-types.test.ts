// The types that other sites get (public/bfclx-leaderboard.d.ts) against the sources: what is compared here is compared by tsc.
import { expect, it } from 'vitest';
import type { BfclxLeaderboard, LeaderboardView } from '../public/bfclx-leaderboard.d.ts';
import type { LeaderboardElement } from '../src/board/leaderboard-element.ts';
import type { LeaderboardView as View } from '../src/board/state.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;
const view: Same<LeaderboardView, View> = true;
type Members = Pick<
  LeaderboardElement,
  'src' | 'tables' | 'table' | 'theme' | 'label' | 'view' | 'load'
>;
const members: Same<Members, Pick<BfclxLeaderboard, keyof Members>> = true;

it('the types agree', () => expect([view, members]).not.toContain(false));
