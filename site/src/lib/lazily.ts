// A member of an object that is made when it is first read, unless it is set before.

export function lazily<T, K extends keyof T>(object: T, key: K, make: () => T[K]): void {
  const settle = (value: T[K]): void => {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  };
  Object.defineProperty(object, key, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = make();
      settle(value);
      return value;
    },
    set: settle,
  });
}
