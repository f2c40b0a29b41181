// Made by build-tools/elements.ts.
declare module 'virtual:elements' {
  type Elements = import('../build-tools/elements.ts').Elements;
  export const elements: Elements['elements'];
  export const properties: Elements['properties'];
  /** The page of the documentation, or empty. */
  export const docs: string;
}
