// What is set in the playground: as the HTML that a page needs, and as the address of the page.

export interface Settings {
  tag: string;
  /** By name; only those that are set. */
  attributes: Record<string, string>;
  properties: Record<string, string>;
}

/** Attributes whose files the element loads. */
const LOADED = ['src', 'tables'];
const TAG = 'element';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** A value that ends the declaration would set something else in the style sheet that is copied. */
export const isValue = (text: string): boolean => !/[;{}<>\\]|\/\*/.test(text);

/** `script`: the address of the element's script. */
export function markupOf({ tag, attributes, properties }: Settings, script: string): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const css = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`);
  return [
    `<script defer src="${escaped(script)}"></${'script'}>`,
    `<${tag}${given.join('')}></${tag}>`,
    ...(css.length > 0 ? [`<style>\n${tag} {\n${css.join('')}}\n</${'style'}>`] : []),
  ].join('\n');
}

export const hashOf = ({ tag, attributes, properties }: Settings): string =>
  `#${new URLSearchParams({ [TAG]: tag, ...attributes, ...properties })}`;

/**
 * The settings that an address has; null where it has none. Names that are not in `known` are left out, and so are files of
 * another origin than that of `base`: an address is not the reader's choice.
 */
export function settingsIn(
  hash: string,
  base: string,
  known: (tag: string) => { attributes: readonly string[]; properties: readonly string[] } | null,
): Settings | null {
  const query = new URLSearchParams(hash.slice(1));
  const tag = query.get(TAG) ?? '';
  const names = known(tag);
  if (!names) return null;
  const own = (name: string, value: string): boolean =>
    !LOADED.includes(name) ||
    (URL.canParse(value, base) && new URL(value, base).origin === new URL(base).origin);
  const pick = (of: readonly string[]) =>
    Object.fromEntries(
      [...query].filter(([name, value]) => of.includes(name) && value && own(name, value)),
    );
  const { attributes, properties } = {
    attributes: pick(names.attributes),
    properties: pick(names.properties),
  };
  return {
    tag,
    attributes,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([, value]) => isValue(value)),
    ),
  };
}
