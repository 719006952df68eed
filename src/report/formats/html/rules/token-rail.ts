import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatMilliseconds } from '../../../phrases/number-format.ts';
import type { Evidence, FindingRecord } from '../../../schema/finding.ts';

const WIDTH = 860;
/** A longer gap is drawn as a stall. */
const STALL = 3;
const SAME_MOMENT_MS = 0.05;

/** When each read of a stream arrived: a tick for each, stalls thick, the finding marked. */
export function tokenRail(evidence: Evidence, { atMs }: FindingRecord): Markup | false {
  if (!isStream(evidence) || evidence.body.length < 3) return false;
  const times = evidence.body.map((read) => read.atMs);
  const endMs = Math.max(1, evidence.endMs, ...times);
  const gaps = times.slice(1).map((ms, index) => ({ from: times[index] ?? 0, to: ms }));
  const median = medianOf(gaps.map(({ from, to }) => to - from));
  const longest = Math.max(...gaps.map(({ from, to }) => to - from));
  const x = (ms: number) => ((ms / endMs) * WIDTH).toFixed(1);
  const stalls = gaps.filter(({ from, to }) => to - from > STALL * Math.max(median, 0.1));
  const found = times.filter((ms) => atMs !== undefined && Math.abs(ms - atMs) < SAME_MOMENT_MS);
  const sentence = `${formatCount(times.length)} reads in ${formatMilliseconds(endMs)}: first after ${formatMilliseconds(times[0] ?? 0)}, median gap ${formatMilliseconds(median)}, longest gap ${formatMilliseconds(longest)}.`;
  return markup`<div class="tokens"><svg viewBox="-3 0 ${WIDTH + 6} 22" preserveAspectRatio="none" aria-hidden="true"><path class="rail" d="M0 11H${WIDTH}"/>${stalls.map(({ from, to }) => markup`<path class="stall" d="M${x(from)} 11H${x(to)}"/>`)}<path class="ticks" d="${times.map((ms) => `M${x(ms)} 4v14`).join('')}"/>${found.map((ms) => markup`<path class="found-tick" d="M${x(ms)} 0v22"/>`)}</svg>
<p class="quiet">${sentence}${stalls.length > 0 && ` Thick: longer than ${STALL} times the median.`}${found.length > 0 && ' Red: the finding.'}</p></div>`;
}

function isStream({ headers }: Evidence): boolean {
  return headers.some(
    ([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
