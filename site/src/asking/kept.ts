// What was asked, as it lies in this browser (OPFS): a folder for each, with a card on how it was asked and the file of
// answers that the worker writes. Answers were paid for: a folder that cannot be read is left as it is.
import { ANSWERS, ASKS } from './store.ts';
import type { Answer, AskSpec, Planned } from './protocol.ts';

export interface Card {
  name: string;
  date: number;
  spec: AskSpec;
  /** Once it was planned. */
  decoder: string | null;
  /** Likewise; cards of earlier versions have none. */
  plan: Planned | null;
}

export interface Kept {
  card: Card;
  answers: Map<string, Answer>;
}

const CARD = 'ask.json';
/** Milliseconds: whoever began to keep something so long ago does not write its card any more. */
const LEFTOVER = 10 * 60_000;

export const folders = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(ASKS, { create: true });

/** Where it is kept; empty: nowhere. */
export async function keepCard(place: string, card: Card): Promise<string> {
  try {
    const folder = await (await folders()).getDirectoryHandle(place, { create: true });
    const stream = await (await folder.getFileHandle(CARD, { create: true })).createWritable();
    await stream.write(JSON.stringify(card));
    await stream.close();
    return place;
  } catch {
    return '';
  }
}

export async function dropKept(place: string): Promise<void> {
  await folders()
    .then((all) => all.removeEntry(place, { recursive: true }))
    .catch(() => undefined);
}

/** What any tab has kept of it by now; empty where nothing can be read. */
export async function keptAnswers(place: string): Promise<Map<string, Answer>> {
  try {
    const file = await fileOf(await (await folders()).getDirectoryHandle(place), ANSWERS);
    return readAnswers((await file?.text()) ?? '');
  } catch {
    return new Map();
  }
}

/** Keeps other tabs from asking it until the returned function is called; null: another tab asks it. */
export function holdAsk(place: string): Promise<(() => void) | null> {
  const free = (): void => undefined;
  if (!place || !('locks' in navigator)) return Promise.resolve(free);
  return new Promise((resolve) => {
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((release) => resolve(release));
      resolve(null);
      return undefined;
    };
    navigator.locks
      .request(`bfclx-ask-${place}`, { ifAvailable: true }, held)
      .catch(() => resolve(free));
  });
}

/** Null where there is no such file; every other trouble is thrown. */
async function fileOf(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if ((error as Error | null)?.name === 'NotFoundError') return null;
    throw error;
  }
}

function isPlan(value: unknown): value is Planned {
  const plan = value as Partial<Planned> | null | undefined;
  return (
    typeof plan?.folder === 'string' &&
    typeof plan.total === 'number' &&
    Array.isArray(plan.expected) &&
    plan.expected.every((one) => typeof one[0] === 'string' && typeof one[1] === 'number')
  );
}

function readCard(text: string): Card | null {
  try {
    const { name, date, spec, decoder = null, plan } = JSON.parse(text) as Partial<Card>;
    if (
      typeof name !== 'string' ||
      typeof date !== 'number' ||
      typeof spec?.settings?.model !== 'string' ||
      !Array.isArray(spec.categories)
    )
      return null;
    if (!URL.canParse(spec.base)) return null;
    // Runs of earlier versions left reasoning in the responses: a run never has both.
    const settings = { ...spec.settings, reasoning: spec.settings.reasoning ?? 'keep' };
    const whole = { ...(spec as AskSpec), settings };
    return { name, date, spec: whole, decoder, plan: isPlan(plan) ? plan : null };
  } catch {
    return null;
  }
}

function isAnswer(value: unknown): value is Answer {
  const one = value as Partial<Answer> | null;
  return (
    typeof one?.id === 'string' &&
    typeof one.line === 'string' &&
    typeof one.path === 'string' &&
    typeof one.category === 'string'
  );
}

/** The last answer of each entry; a cut or foreign line is passed over. */
function readAnswers(text: string): Map<string, Answer> {
  const found = new Map<string, Answer>();
  for (const line of text.split('\n')) {
    try {
      const one: unknown = JSON.parse(line);
      if (isAnswer(one)) found.set(one.id, one);
    } catch {
      // Cut by the end of a tab.
    }
  }
  return found;
}

/** `null`: nothing was answered, and its card was never finished; after some minutes it is taken away. Throws what is wrong. */
export async function readKept(
  place: string,
  folder: FileSystemDirectoryHandle,
  now = Date.now(),
): Promise<Kept | null> {
  const [cardFile, answerFile] = [await fileOf(folder, CARD), await fileOf(folder, ANSWERS)];
  const card = readCard((await cardFile?.text()) ?? '');
  if (card) return { card, answers: readAnswers((await answerFile?.text()) ?? '') };
  if (answerFile && answerFile.size > 0)
    throw new Error('its settings are missing or cannot be read');
  if (cardFile && now - cardFile.lastModified > LEFTOVER) await dropKept(place);
  return null;
}
