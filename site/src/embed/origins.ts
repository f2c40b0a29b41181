// Origins whose data may be used without asking, remembered in this browser.

const KEY = 'bfclx-origins';

export function allowedOrigins(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export function allowOrigin(origin: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...allowedOrigins(), origin])].slice(-100)));
  } catch {
    // Asked again next time.
  }
}
