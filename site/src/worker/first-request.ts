// What a model is sent first for one entry, as the module's conversations say.
import type { AskSettings, Scorer } from '../lib/scorer-types.ts';
import type { FirstRequest } from '../lib/verdict-text.ts';

/** Null where the conversation begins with something else. */
export function firstRequest(
  scorer: Scorer,
  category: string,
  id: string,
  settings: AskSettings,
): FirstRequest | null {
  scorer.planConversations({ settings, categories: [category], ids: [id] });
  const handle = scorer.startConversation(id, settings);
  try {
    const ask = scorer.nextAsk(handle);
    if (ask.kind !== 'model') return null;
    const { method, path, headers, body } = ask;
    return { method, path, headers, body: new TextDecoder().decode(body) };
  } finally {
    scorer.closeConversation(handle);
  }
}
