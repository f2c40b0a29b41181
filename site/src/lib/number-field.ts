// A number that was typed into a field: what it is, or why it is none that is taken.

export interface NumberField {
  label: string;
  least: number;
  most?: number;
  /** Fractions are taken too. */
  fraction?: true;
}

/** What may be typed, a sentence. */
function rule({ label, least, most, fraction }: NumberField): string {
  const range = most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
  return `${label} must be a ${fraction ? '' : 'whole '}number${range}.`;
}

/** `text` as the field holds it, null where the browser cannot read it as a number. Empty: `value` is null. */
export function readNumber(
  field: NumberField,
  text: string | null,
): { value: number | null; problem: string } {
  if (text?.trim() === '') return { value: null, problem: '' };
  const value = text === null ? NaN : Number(text);
  const { least, most = Infinity, fraction } = field;
  const taken =
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    (fraction || Number.isSafeInteger(value));
  return taken ? { value, problem: '' } : { value: null, problem: rule(field) };
}
