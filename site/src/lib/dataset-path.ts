// Which of the files that are dropped are those of a dataset.

const DATASET_PATH =
  /(?:^|\/)((?:data\/)?(?:(?:possible_answer|multi_turn_func_doc|unused_datasets|memory_prereq_conversation)\/[\w/]+\.json|BFCL_v[34]_\w+(?<!_result|_score)\.json)|long_context\.json|prompts\.json|prompt_texts\.json|models\.json|manifest\.json|dataset\.json)$/;

/** The path inside a dataset that a dropped file stands for; null when it is none of a dataset. */
export function datasetPath(path: string): string | null {
  const match = DATASET_PATH.exec(path);
  if (!match?.[1]) return null;
  const inner = match[1];
  if (inner.startsWith('data/') || /^[a-z_]+\.json$/.test(inner)) return inner;
  return `data/${inner}`;
}
