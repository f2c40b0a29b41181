// Made by build-tools/leaderboard-element.ts.
declare module 'virtual:host-tokens' {
  /** The tokens as properties of the element, each with a property of the page before it. */
  const css: string;
  export default css;
}
