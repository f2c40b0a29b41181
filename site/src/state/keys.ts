// The keys of a view, anywhere on the page: `new Keys(this, { j: () => this.move(1) })`. None while a dialog is
// open, in an open menu, or while a modifier is held; in a field only Escape, which leaves it; Enter on what it presses or unfolds is its own.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** From a field to what it stands in: the pane, the view. */
function leave(field: HTMLElement, path: readonly EventTarget[]): void {
  const around = path.find(
    (node) =>
      node !== field && node instanceof HTMLElement && node.getAttribute('tabindex') === '-1',
  );
  if (around instanceof HTMLElement) around.focus({ preventScroll: true });
  else field.blur();
}

/** In an open menu, or on the button that opened it: Escape is the menu's. */
const inMenu = (path: readonly EventTarget[]): boolean =>
  path.some(
    (node) =>
      node instanceof HTMLElement &&
      (node.matches(':popover-open') ||
        (node instanceof HTMLButtonElement &&
          node.popoverTargetElement?.matches(':popover-open') === true)),
  );

/** The key was pressed in a field, whose own it is. */
export function inField(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export class Keys implements ReactiveController {
  constructor(
    host: ReactiveControllerHost,
    private readonly actions: Record<string, () => void>,
  ) {
    host.addController(this);
  }
  hostConnected(): void {
    document.addEventListener('keydown', this.onKey);
  }
  hostDisconnected(): void {
    document.removeEventListener('keydown', this.onKey);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const action = Object.hasOwn(this.actions, event.key) ? this.actions[event.key] : undefined;
    if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('bx-dialog, bx-palette')) return;
    if (inMenu(event.composedPath())) return;
    const target = event.composedPath()[0];
    if (inField(event)) {
      if (event.key === 'Escape') leave(target as HTMLElement, event.composedPath());
      return;
    }
    if (
      event.key === 'Enter' &&
      target instanceof HTMLElement &&
      target.matches('a, button, summary')
    )
      return;
    // What else Escape ends stays the browser's.
    if (event.key !== 'Escape') event.preventDefault();
    action();
  };
}
