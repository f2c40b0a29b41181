// What it means when a ground truth does not pass its own check, in words.
import type { GroundTruthFailure } from '../../lib/scorer-types.ts';

export const OUTCOMES: Record<
  GroundTruthFailure['outcome'],
  { label: string; plural: string; meaning: string }
> = {
  impossible: {
    label: 'cannot pass',
    plural: 'cannot pass',
    meaning: 'No reply made of the possible answers is accepted.',
  },
  trap: {
    label: 'fails as written',
    plural: 'fail as written',
    meaning: 'Taken at its word the ground truth is refused; some other value passes.',
  },
  text: {
    label: 'fails as text',
    plural: 'fail as text',
    meaning: 'Passes as structured calls, and not as Python text.',
  },
  malformed: {
    label: 'malformed',
    plural: 'malformed',
    meaning: 'Their lines in the dataset are malformed, so these entries are left out everywhere.',
  },
  untold: {
    label: 'cannot be told',
    plural: 'cannot be told',
    meaning: 'It asks a service, and no recorded answer is here.',
  },
};

/** Why, without the place before it where the sentence names it too. */
export const whyText = ({ message }: Pick<GroundTruthFailure, 'message'>): string =>
  message.replace(/^parameter ('[^']*'): (?=.*\1)/s, '');
