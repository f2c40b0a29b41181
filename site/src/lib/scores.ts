// How the scores of a version of the leaderboard are shown: names, columns, groups that open, axes of the radar,
// weights. What a score is made of, and what it comes to, is the module's.
import type { Axis } from './radar.ts';
import type {
  Leaderboard,
  LeaderboardName,
  ScoreName,
  ScoredRow,
  ScorePart,
} from './scorer-types.ts';

export const VERSION_LABELS: Record<ScoreName, string> = {
  own: 'the benchmark',
  v1: 'v1',
  v2: 'v2',
  v3_executable: 'v3 with executable categories',
  v3: 'v3',
  v4: 'v4',
};

/** Versions that people choose, the newest first. */
export const VERSIONS: readonly LeaderboardName[] = ['v4', 'v3', 'v3_executable', 'v2', 'v1'];
/** The version that an address names; v4 when it names none. */
export const versionOf = (text: string | undefined): LeaderboardName =>
  VERSIONS.find((name) => name === text) ?? 'v4';

export interface PartColumn {
  /** Name of the part. */
  key: string;
  label: string;
  title: string;
}

/** How a part is made, for people. */
function titleOf({ label, column, combining, parts }: ScorePart): string {
  const inside = parts.map((part) => part.label).join(', ');
  const how = {
    category: '',
    mean: `mean of ${inside}`,
    by_entries: `${inside}, by entries`,
    weights: inside,
    tag_weights: `${inside}, with tag weights`,
  }[combining];
  return [column?.replace(/^data_\w+:/, '') ?? label, how].filter(Boolean).join(': ');
}

const columnOf = (part: ScorePart): PartColumn => ({
  key: part.name,
  label: part.label,
  title: titleOf(part),
});

/** Parts inside a group that data_overall.csv has columns of. */
const inside = (group: ScorePart): ScorePart[] =>
  group.parts.filter(({ column }) => column !== null && !column.includes(':'));

/** The parts of the overall score, each with those that it opens to. */
export const groupsOf = ({
  overall,
}: Leaderboard): { column: PartColumn; leaves: PartColumn[] }[] =>
  overall.parts.map((part) => ({
    column: columnOf(part),
    leaves: inside(part).length > 1 ? inside(part).map(columnOf) : [],
  }));

/** The categories that a part is made of, at any depth. */
const categoriesOf = (part: ScorePart): string[] =>
  part.combining === 'category' ? [part.name] : part.parts.flatMap(categoriesOf);

/** A part of the overall score with the categories that it is made of. */
export interface CategoryGroup extends PartColumn {
  categories: readonly string[];
}
export const categoryGroups = ({ overall }: Leaderboard): CategoryGroup[] =>
  overall.parts.map((part) => ({ ...columnOf(part), categories: categoriesOf(part) }));

/** Summaries that a version's tables show and its overall score is not made of: "AST Summary", "Exec Summary". */
export const summariesOf = ({ apart }: Leaderboard): PartColumn[] =>
  apart.filter(({ parts }) => parts.length > 0).map(columnOf);

/** The columns of a table in which these groups are open. */
export const columnsOf = (leaderboard: Leaderboard, open: readonly string[]): PartColumn[] => [
  ...groupsOf(leaderboard).flatMap(({ column, leaves }) =>
    open.includes(column.key) ? [column, ...leaves] : [column],
  ),
  ...summariesOf(leaderboard),
];

const partsIn = (part: ScorePart): ScorePart[] => [part, ...part.parts.flatMap(partsIn)];

/** The category that a part of the overall score consists of; empty: it has several. */
export function categoryIn(leaderboard: Leaderboard | null, key: string): string {
  const part = leaderboard && partsIn(leaderboard.overall).find(({ name }) => name === key);
  const [first = '', ...others] = part ? categoriesOf(part) : [];
  return others.length === 0 ? first : '';
}

/** Axes of the radar, and values on them; null: not there. */
export function radarAxes({ overall, apart, profile }: Leaderboard): Axis[] {
  const all = new Map([overall, ...apart].flatMap(partsIn).map((part) => [part.name, part]));
  return profile.map((name) => {
    const part = all.get(name);
    return { label: part?.label ?? name, title: part ? titleOf(part) : '' };
  });
}
export const radarValues = ({ profile }: Leaderboard, { parts }: ScoredRow): (number | null)[] =>
  profile.map((name) => parts[name]?.value ?? null);

// ---- weights ----

export type Weights = Record<string, number>;

/** The weights of the parts of an overall score, as they are published. */
export const officialWeights = ({ overall }: Leaderboard): Weights =>
  Object.fromEntries(overall.parts.map(({ name, weight }) => [name, weight]));

/** "10,10,10,30,40" and back, in the order of the parts; null when it is none. */
export const weightsText = (weights: Weights): string => Object.values(weights).join(',');
export function parseWeights(text: string | undefined, names: readonly string[]): Weights | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (
    numbers.length !== names.length ||
    numbers.some((n) => !(n >= 0 && n <= 1000)) ||
    numbers.every((n) => n === 0)
  )
    return null;
  return Object.fromEntries(names.map((name, i) => [name, numbers[i] ?? 0]));
}

/** The text of these weights with another one in them; empty: they are the official ones, or none. */
export function weightsWith(
  leaderboard: Leaderboard,
  chosen: Weights | null,
  key: string,
  value: number,
): string {
  const official = officialWeights(leaderboard);
  const text = weightsText({ ...(chosen ?? official), [key]: value });
  return text === weightsText(official) || !parseWeights(text, Object.keys(official)) ? '' : text;
}
