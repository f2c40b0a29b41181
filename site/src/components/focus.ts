// Moves the focus, with a frame only for those who use the keyboard: others did not choose where it goes.
let pointed = false;
for (const type of ['pointerdown', 'drop'])
  window.addEventListener(type, () => (pointed = true), { capture: true });
window.addEventListener('keydown', () => (pointed = false), { capture: true });

/** In the types of the DOM not yet. */
interface Options extends FocusOptions {
  focusVisible?: boolean;
}

export function focusOn(element: HTMLElement | null | undefined): void {
  const options: Options = { preventScroll: true, ...(pointed && { focusVisible: false }) };
  element?.focus(options);
}
