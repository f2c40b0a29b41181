// Long work in short tasks: `const pause = breather()`, and `await pause()` between its steps.

/** Milliseconds of a task. */
const TASK = 30;

export const waited = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds));

export function breather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TASK) return;
    await new Promise((next) => setTimeout(next));
    began = performance.now();
  };
}
