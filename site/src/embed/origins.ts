// Origins whose data may be used without asking: those that the site was built for, and those that the reader
// allowed, remembered in this browser.

/** Of BFCLX_HOSTS, see build-tools/hosts.ts. */
declare const __BFCLX_HOSTS__: readonly string[];
export const HOSTS: readonly string[] = __BFCLX_HOSTS__;

const KEY = 'bfclx-origins';

export function allowedOrigins(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value)
      ? value.filter((one): one is string => typeof one === 'string')
      : [];
  } catch {
    return [];
  }
}

export function allowOrigin(origin: string): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([...new Set([...allowedOrigins(), origin])].slice(-100)),
    );
  } catch {
    // Asked again next time.
  }
}
