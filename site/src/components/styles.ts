// Sets styles of an element from data: `<div ${styles({ width: '50%' })}>`. Lit's own styleMap writes a style
// attribute first, which the page's content security policy forbids. Names as in CSS.
import { noChange } from 'lit';
import { Directive, PartType, directive, type ElementPart, type PartInfo } from 'lit/directive.js';

class StylesDirective extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT)
      throw new Error('styles() belongs into a tag, not into an attribute');
  }
  override update(part: ElementPart, [properties]: [Record<string, string>]) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) {
      if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    }
    return noChange;
  }
  render(_properties: Record<string, string>) {
    return noChange;
  }
}

export const styles = directive(StylesDirective);
