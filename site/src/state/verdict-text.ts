// The open entry's verdict to be copied: as Markdown, as its result line, as the request that asks a model for it.
import { curlCommand, verdictMarkdown } from '../lib/verdict-text.ts';
import { entryOf } from '../lib/rows.ts';
import type { AskSettings } from '../lib/scorer-types.ts';
import { askOf } from './asks.ts';
import { turnsText } from '../lib/conversation.ts';
import { datasetName } from './noted.ts';
import { explainRow, scopeOf, type Row, type Run } from './runs.ts';
import { lineOf } from './share.ts';

/** Where a server of one's own usually listens. */
const BASE = 'http://localhost:8000/v1';

async function markdown(run: Run, row: Row): Promise<string> {
  const [entry, explanation] = await Promise.all([
    scopeOf(run).call('entry', row.category, entryOf(row)),
    explainRow(run, row),
  ]);
  return verdictMarkdown({
    id: row.id,
    valid: row.valid,
    error_type: row.error_type,
    reason: explanation.why?.text ?? row.reason,
    run: run.name,
    decoder: run.settings?.decoder ?? '',
    dataset: datasetName(run.dataset),
    question: entry ? turnsText(entry) : '',
    response: explanation.raw,
    truth: entry?.ground_truth ? JSON.stringify(entry.ground_truth, null, 1) : '',
  });
}

async function resultLine(run: Run, row: Row): Promise<string> {
  const line = await lineOf(run, row);
  if (line === null) throw new Error('Its file does not have one JSON object per line.');
  return line;
}

/** As it was generated here; else as a chat with the settings of the run. */
async function curl(run: Run, row: Row): Promise<string> {
  const spec = askOf(run)?.spec;
  const settings: AskSettings = spec?.settings ?? {
    model: run.model,
    api: 'chat',
    fc: run.manifest?.sample?.fc ?? run.settings?.underscore_to_dot ?? false,
    today: run.settings?.today ?? '',
  };
  const request = await scopeOf(run).call('firstRequest', row.category, entryOf(row), settings);
  if (!request)
    throw new Error('No request to copy: this entry does not start with a request to the model.');
  return curlCommand(spec?.base ?? BASE, request);
}

/** What can be copied. A missing entry has a request alone. */
export const COPIES: readonly {
  label: string;
  missing?: true;
  text: (run: Run, row: Row) => Promise<string>;
}[] = [
  { label: 'Markdown', text: markdown },
  { label: 'Result line', text: resultLine },
  { label: 'curl', missing: true, text: curl },
];
