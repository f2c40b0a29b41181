// Made by build-tools/glossary.ts.
declare module 'virtual:glossary' {
  const terms: readonly { name: string; label: string; sentence: string }[];
  export default terms;
}
