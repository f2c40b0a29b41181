import type { Board } from '../../lib/leaderboard.ts';
import { board } from '../../state/board.ts';
import { dataset } from '../../state/dataset.ts';

/** The published rows: they have nothing to do with the reader's own benchmark. */
export const shownTable = (): Board | null => (dataset.value.own ? null : board.value.board);
