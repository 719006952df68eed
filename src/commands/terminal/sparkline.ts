const LEVELS = '▁▂▃▄▅▆▇█';
const NOTHING = '·';

/**
 * Values as bars from 0 to the largest, one a column.
 * @param values undefined where nothing was measured
 * @param columns the last values that fit are shown
 */
export function sparkline(values: readonly (number | undefined)[], columns: number): string {
  const shown = values.slice(-Math.max(0, columns));
  const highest = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown.map((value) => (value === undefined ? NOTHING : barOf(value, highest))).join('');
}

function barOf(value: number, highest: number): string {
  const share = highest > 0 ? value / highest : 0;
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor(share * LEVELS.length))] ?? NOTHING;
}
