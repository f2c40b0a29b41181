// Ctrl K, on a Mac Cmd K, opens the palette; not in the frame of another page, which may use the key itself, and in a
// field only where that is for search: in others the key is the field's own.
export const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
export const PALETTE_KEY = MAC ? '⌘K' : 'Ctrl K';
export const hasPalette = (): boolean => window.top === window;

export const openPalette = (): void =>
  void import('./palette.ts').then(({ showPalette }) => showPalette()).catch(() => undefined);

/** The key may be pressed here. */
function isFree(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (target instanceof HTMLInputElement) return target.type === 'search' || !isText(target);
  return !target.isContentEditable && !target.matches('textarea');
}

const isText = ({ type }: HTMLInputElement): boolean =>
  !/^(?:checkbox|radio|button|submit|range|file|color)$/.test(type);

export function listenForPalette(): void {
  if (!hasPalette()) return;
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
    if (event.shiftKey || event.altKey || !(MAC ? event.metaKey : event.ctrlKey)) return;
    if (!isFree(event.composedPath()[0])) return;
    event.preventDefault();
    openPalette();
  });
}
