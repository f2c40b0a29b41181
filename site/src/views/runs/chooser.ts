// The box over those of the rows: chooses all runs that are shown, or leaves them.
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { plural } from '../../lib/format.ts';
import { listText } from '../../lib/route.ts';
import { setParams } from '../../state/router.ts';

export function chooser(shown: readonly { name: string }[], chosen: readonly string[]) {
  const names = new Set(shown.map(({ name }) => name));
  const rest = chosen.filter((name) => !names.has(name));
  const on = chosen.length - rest.length;
  const all = on === names.size;
  const words = `Choose ${all ? 'none' : `all ${plural(names.size, 'run')}`}`;
  const press = () => setParams({ chosen: listText(all ? rest : [...rest, ...names]) });
  return html`<label class="pick" title=${words}
    ><input
      type="checkbox"
      aria-label=${words}
      .checked=${live(all)}
      .indeterminate=${live(on > 0 && !all)}
      @change=${press}
  /></label>`;
}
