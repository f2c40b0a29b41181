// Takes dropped .csv files, leaderboard tables, before anything else does, wherever the page is.
import { navigate } from './router.ts';

export function installTableDrop(): void {
  document.addEventListener(
    'drop',
    (event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0 || !files.every(({ name }) => /\.csv$/i.test(name))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // The veil over the page waits for the end of dragging.
      document.dispatchEvent(new Event('dragleave'));
      // First the table, then the view, which would load the public one.
      void import('./board.ts')
        .then(({ takeTables }) => takeTables(files))
        .finally(() => navigate('leaderboard'));
    },
    { capture: true },
  );
}
