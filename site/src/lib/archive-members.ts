// The members of an archive by name, and what of it is lost, in the program's words: tests/data/archive_messages.json
// holds both to them.

import { count, plural } from './format.ts';

export interface Member {
  path: string;
  bytes: Uint8Array;
  /** When it was last changed, in milliseconds; absent where that is not told. */
  date?: number;
}

const MOST_PROBLEMS = 20;
/** Longer names end in it: another archive, as is_named_as_archive has them (core/dataset/file_kinds.h). */
const NESTED = /.\.(?:tar\.gz|tgz|tar|zip|7z|rar|xz|txz|bz2|tbz2|zst|tzst)$/i;

/** "a/b" of "./a//b"; empty for a name that leads out of the archive. */
function plainName(name: string): string {
  if (name.startsWith('/') || name.includes('\0')) return '';
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? '' : parts.join('/');
}

const NAMED = 3;
const shown = (name: string): string => [...name].slice(0, 200).join('');

/** Names of members, the first of them and how many more there are. */
class Names {
  private readonly first: string[] = [];
  private all = 0;

  add(name: string): void {
    if (this.all++ < NAMED) this.first.push(shown(name));
  }

  /** `what` with the names behind it; empty without any. */
  after(what: string): string {
    if (this.all === 0) return '';
    const more = this.all > NAMED ? ` and ${count(this.all - NAMED)} more` : '';
    return `${what}: ${this.first.join(', ')}${more}`;
  }
}

/** Of an archive that is read no further. */
export const tooManyMembers = (most: number): string =>
  `holds more than ${count(most)} members; split it`;

/** Of a name twice the last one that can be had counts. Of what cannot be had only what may be results is told. */
export class Members {
  private readonly found = new Map<string, Omit<Member, 'path'>>();
  private readonly told: string[] = [];
  private readonly unusable = new Set<string>();
  private more = 0;
  private readonly outside = new Names();
  private readonly special = new Names();
  private readonly nested = new Names();

  constructor(
    private readonly wants: (name: string) => boolean,
    private readonly maybeResults: (name: string) => boolean,
  ) {}

  add(name: string, member: Omit<Member, 'path'>): void {
    if (!this.wants(name)) return;
    const path = plainName(name);
    if (path === '') {
      if (this.maybeResults(name)) this.outside.add(name);
      return;
    }
    if (this.maybeResults(name) && (this.found.has(path) || this.unusable.has(path)))
      this.tell(`duplicate member ${shown(path)}; the last one is used`);
    this.found.set(path, member);
  }

  /** A member whose content cannot be had. */
  addUnusable(name: string, reason: string): void {
    const path = plainName(name);
    const earlier = this.found.has(path) ? '; the earlier copy is used' : '';
    this.unusable.add(path);
    this.tell(`member ${shown(name)}: ${reason}${earlier}`);
  }

  /** A link, a device, or a file with holes. */
  addSpecial(name: string): void {
    if (this.wants(name) && this.maybeResults(name)) this.special.add(name);
  }

  /** An archive, by its name; it is not opened. */
  isNested(name: string): boolean {
    const nested = NESTED.test(name);
    if (nested && this.wants(name)) this.nested.add(name);
    return nested;
  }

  tell(problem: string): void {
    if (this.told.length < MOST_PROBLEMS) this.told.push(problem);
    else this.more += 1;
  }

  get list(): Member[] {
    return [...this.found].map(([path, member]) => ({ path, ...member }));
  }

  /** To stand behind the archive's path. */
  get problems(): string[] {
    const last = [
      this.outside.after('skipped members with names that lead out of the archive'),
      this.nested.after('skipped archives inside it; unpack them first'),
      this.special.after('skipped links and special files'),
    ].filter(Boolean);
    const room = MOST_PROBLEMS - this.told.length;
    const more = this.more + Math.max(0, last.length - room);
    return [
      ...this.told,
      ...last.slice(0, room),
      ...(more > 0 ? [plural(more, 'more problem')] : []),
    ];
  }
}
