// Statistics of a share: Wilson's interval. Exact tests live with the views that use them.

export interface Interval {
  low: number;
  high: number;
}

/** Wilson's score interval at 95 % for `right` of `total`, as shares of 1; 0 to 1 when there is nothing. */
export function wilson(right: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const z = 1.959963984540054;
  const share = right / total;
  const scale = 1 + (z * z) / total;
  const centre = (share + (z * z) / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
