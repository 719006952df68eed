import { thousands } from '../../input/count-text.ts';

/** `12 345`. */
export function formatCount(value: number): string {
  return thousands(Math.round(value));
}

/** Three significant digits, without a unit: `0.42`, `51.2`, `1 240`. */
export function formatDigits(value: number): string {
  if (Math.abs(value) >= 99.95) return formatCount(value);
  return value.toFixed(Math.abs(value) >= 9.995 ? 1 : 2);
}

/** `51.2 ms`. */
export function formatMilliseconds(value: number): string {
  return `${formatDigits(value)} ms`;
}

/** `850 ms`, `30.4 s`, `12 min 5 s`. */
export function formatDuration(valueMs: number): string {
  if (valueMs < 1000) return `${Math.round(valueMs)} ms`;
  const seconds = valueMs / 1000;
  if (seconds < 60) return `${trimZero(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const minutes = `${Math.floor(whole / 60)} min`;
  return whole % 60 === 0 ? minutes : `${minutes} ${whole % 60} s`;
}

/** A ratio as `99.2 %`, finer near the ends. Only all is 100 % and only nothing is 0 %. */
export function formatShare(ratio: number): string {
  if (ratio <= 0) return `0 %`;
  if (ratio >= 1) return `100 %`;
  if (ratio < 0.0001) return `< 0.01 %`;
  const digits = ratio < 0.01 || ratio > 0.99 ? 2 : 1;
  return `${trimZero(Math.min(ratio * 100, 99.99).toFixed(digits))} %`;
}

/** `49.8/s`, three significant digits; for columns. */
export function formatRate(perSecond: number): string {
  return `${formatDigits(perSecond)}/s`;
}

/** As `formatRate`; a dash where there is none. */
export function optionalRate(perSecond: number | undefined): string {
  return perSecond === undefined ? '–' : formatRate(perSecond);
}

/** `50 req/s`, `49.97 req/s`: fine enough to distinguish the target rate from the started one. */
export function formatRequestRate(perSecond: number): string {
  return `${Number(perSecond.toFixed(2))} req/s`;
}

/** `49.8 req/s`, three significant digits: a rate that was measured. */
export function formatMeasuredRate(perSecond: number): string {
  return `${formatDigits(perSecond)} req/s`;
}

/** As `formatRequestRate`, for cells: `49.97/s`. */
export function formatArrivalRate(perSecond: number): string {
  return `${Number(perSecond.toFixed(2))}/s`;
}

/** `4.0 kB` and the like, in powers of ten. */
export function formatBytes(value: number): string {
  if (value < 1000) return `${value} bytes`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(1)} kB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

/** `1 rule`, `2 rules`. */
export function formatNumberOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`;
}

/** `5.00 USD`; four digits for a sum below a hundredth. */
export function formatSum(amount: number, currency: string): string {
  return `${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)} ${currency}`;
}

function trimZero(digits: string): string {
  return digits.replace(/\.?0+$/, '');
}

/** As `formatDigits`, for times that a gateway adds: three digits after the point below 1 ms. */
export function formatFineDigits(ms: number): string {
  return Math.abs(ms) < 1 ? ms.toFixed(3) : formatDigits(ms);
}

/** `+1.1 ms`, `−0.2 ms`: a time that is added. */
export function formatAdded(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${formatMilliseconds(Math.abs(ms))}`;
}

/** A space between the digits of a number, or before its unit: no line may end there. */
const INSIDE_A_NUMBER =
  /(?<=\d) (?=\d{3}(?!\d)|(?:ms|s|min|bytes|kB|MB|%|req\/s|tokens\/s)(?!\w))/g;

export const NO_BREAK_SPACE = '\u{a0}';

/** A text in which a number and its unit stay on one line. */
export function bindNumbers(text: string): string {
  return text.replace(INSIDE_A_NUMBER, NO_BREAK_SPACE);
}

/** The first of many names: `a, b and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** `2026-11-21 10:48 UTC` of an ISO 8601 time in UTC. */
export function formatTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
