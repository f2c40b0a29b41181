// The members of an archive by name, and what of it is lost, in the program's words (tools/bfclx/input/archive.cpp).

export interface Member {
  path: string;
  bytes: Uint8Array;
  /** When it was last changed, in milliseconds; absent where that is not told. */
  date?: number;
}

const MOST_PROBLEMS = 20;

/** "a/b" of "./a//b"; empty for a name that leads out of the archive. */
function plainName(name: string): string {
  if (name.startsWith('/') || name.includes('\0')) return '';
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? '' : parts.join('/');
}

/** Of a name twice the last one counts. Of what cannot be had only what may be results is told. */
export class Members {
  private readonly found = new Map<string, Omit<Member, 'path'>>();
  private readonly told: string[] = [];
  private outside = 0;
  private special = 0;

  constructor(
    private readonly wants: (name: string) => boolean,
    private readonly maybeResults: (name: string) => boolean,
  ) {}

  add(name: string, member: Omit<Member, 'path'>): void {
    if (!this.wants(name)) return;
    const path = plainName(name);
    if (path === '') this.outside += this.maybeResults(name) ? 1 : 0;
    else if (this.found.has(path)) this.tell(`its ${path} is there twice; the last one is used`);
    if (path !== '') this.found.set(path, member);
  }

  /** A link, a device, or a file with holes. */
  addSpecial(name: string): void {
    if (this.wants(name) && this.maybeResults(name)) this.special += 1;
  }

  tell(problem: string): void {
    if (this.told.length < MOST_PROBLEMS) this.told.push(problem);
  }

  get list(): Member[] {
    return [...this.found].map(([path, member]) => ({ path, ...member }));
  }

  /** To stand behind the archive's path. */
  get problems(): string[] {
    return [
      ...this.told,
      this.outside && `skipped members with names that lead out of the archive: ${this.outside}`,
      this.special && `skipped links and special files: ${this.special}`,
    ].filter((text) => typeof text === 'string');
  }
}
