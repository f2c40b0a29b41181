// What it means when a ground truth does not pass its own check, in words.
import type { GroundTruthFailure } from '../../lib/scorer-types.ts';

export const OUTCOMES: Record<
  GroundTruthFailure['outcome'],
  { label: string; plural: string; meaning: string }
> = {
  impossible: {
    label: 'cannot pass',
    plural: 'cannot pass',
    meaning: 'No response with the possible answers passes.',
  },
  trap: {
    label: 'fails as written',
    plural: 'fail as written',
    meaning: 'The ground truth as written fails; another value passes.',
  },
  text: {
    label: 'fails as text',
    plural: 'fail as text',
    meaning: 'Passes as structured calls, but not as Python text.',
  },
  malformed: {
    label: 'malformed',
    plural: 'malformed',
    meaning: 'Their lines in the dataset are malformed, so these entries are always skipped.',
  },
  untold: {
    label: 'unknown',
    plural: 'unknown',
    meaning: 'It needs a service, and the dataset has no recorded response.',
  },
};

/** Why, without the place before it where the sentence names it too. */
export const whyText = ({ message }: Pick<GroundTruthFailure, 'message'>): string =>
  message.replace(/^parameter ('[^']*'): (?=.*\1)/s, '');
