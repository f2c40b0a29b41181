// Runs browser tests, and what failed once more, alone: machines that are shared make a page late at times. A
// test that passes only then is named at the end; one that fails twice has failed.
import { basename } from 'node:path';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';

/** The most that may be late: with more, something is broken. */
const MOST = 5;
/** Milliseconds of one file, its processes included: what hangs fails, and the others go on. */
const timeout = Number(process.env.BROWSER_TIMEOUT ?? 15 * 60_000);
const escaped = (text) => text.replace(/[/\\^$.*+?()[\]{}|]/g, '\\$&');

/** The tests that failed, {name, file}; a file that broke down is a test with its own name. */
function failures(options) {
  return new Promise((resolve, reject) => {
    const failed = [];
    const stream = run({ timeout, ...options });
    stream.on('test:fail', ({ name, file, todo }) => todo === undefined && failed.push({ name, file: file ?? name }));
    stream.on('error', reject);
    const shown = stream.compose(tap);
    shown.on('end', () => resolve(failed));
    shown.pipe(process.stdout, { end: false });
  });
}

const [jobs, ...files] = process.argv.slice(2);
const failed = await failures({ files, concurrency: Number(jobs) });
if (failed.length > MOST) process.exit(1);
const twice = [];
for (const { name, file } of failed) {
  process.stdout.write(`# once more, alone: ${name}\n`);
  const whole = name === file;
  const again = await failures({ files: [file], concurrency: 1, ...(!whole && { testNamePatterns: [new RegExp(`^${escaped(name)}$`)] }) });
  if (again.length > 0) twice.push(name);
}
for (const { name, file } of failed) {
  process.stdout.write(`${twice.includes(name) ? 'FAILED TWICE' : 'PASSED ONLY ALONE'}: ${basename(file)}: ${name}\n`);
}
process.exit(twice.length > 0 ? 1 : 0);
