import { median } from '../../../input/order-statistics.ts';
import { type Insert, type Markup, markup } from '../../phrases/markup.ts';
import { formatCount, formatMilliseconds, formatNumberOf } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import type {
  Evidence,
  FindingRecord,
  Moment,
  SeriesEntry,
  UpstreamEvidence,
} from '../../schema/finding.ts';
import { linkMarkup, scrolling } from './table.ts';
import { SAME_MOMENT_MS, wireLog } from './wire-log.ts';

const VALUE_CHARACTERS = 2000;
/** Findings shown with their wire log; the others would mostly repeat it. */
const WITH_WIRE_LOG = 2;

interface Place {
  /** How many there were; the examples are the first of them. */
  readonly count: number;
  /** As in "611 findings in conformance". */
  readonly phase: string;
  /** The rule that was violated. */
  readonly rule: string;
  /** Whether all of it is one click away, because a finding of the rule stands before it. */
  readonly folded: boolean;
}

/** The first findings of one rule in one part of the run: one of the rule is open, and says how to repeat it. */
export function findingList(
  examples: readonly FindingRecord[],
  { count, phase, rule, folded }: Place,
): Markup | false {
  if (count === 0) return false;
  const title = `${formatNumberOf(count, 'finding')} ${phase}`;
  const entries = examples.map((finding, index) => {
    const of = `${rule}, ${phase}`;
    return markup`<li>${findingEntry(finding, { index, of, repeats: index === 0 && !folded })}</li>`;
  });
  const list = (items: readonly Markup[]) => markup`<ol class="findings">${items}</ol>`;
  if (folded) {
    return markup`<details class="definitions"><summary class="count">${title}${firstOf(entries.length, count)}</summary>
${list(entries)}</details>`;
  }
  const rest = entries.slice(1);
  return markup`<p class="count">${title}</p>
${list(entries.slice(0, 1))}${
  rest.length > 0 &&
  markup`<details class="definitions"><summary>${formatCount(count - 1)} more like it${firstOf(rest.length, count - 1)}</summary>
${list(rest)}</details>`
}`;
}

function firstOf(shown: number, all: number): string {
  return shown < all ? `, the first ${formatCount(shown)}` : '';
}

interface Entry {
  readonly index: number;
  /** What the finding is of, to name its regions apart from those of other findings. */
  readonly of: string;
  /** Whether it says how to see it again, which is the same for all findings of a rule. */
  readonly repeats: boolean;
}

function findingEntry(finding: FindingRecord, { index, of, repeats }: Entry): Markup {
  const { label, expected, actual, where, atMs, evidence } = finding;
  const { trace } = evidence ?? {};
  return markup`<dl class="pair">
${label !== undefined && markup`<dt>tried</dt><dd>${clip(label, VALUE_CHARACTERS)}</dd>`}
<dt>expected</dt><dd>${clip(expected, VALUE_CHARACTERS)}</dd>
<dt>actual</dt><dd><code>${unlike(clip(expected, VALUE_CHARACTERS), clip(actual, VALUE_CHARACTERS))}</code></dd>
${where !== undefined && markup`<dt>where</dt><dd><code>${clip(where, 300)}</code></dd>`}
${atMs !== undefined && markup`<dt>when</dt><dd>${formatMilliseconds(atMs)} after the request was sent</dd>`}
${trace && markup`<dt>trace</dt><dd>${linkMarkup({ link: trace.id, url: trace.url })}</dd>`}
</dl>
${index < WITH_WIRE_LOG && details(finding, `${of}, finding ${index + 1}`)}
${repeats && reproduction(finding, `${of}, finding ${index + 1}`)}`;
}

/** Texts with less in common, before and behind a difference, are simply different. */
const IN_COMMON = 16;

/** The actual value with what is unlike the expected one marked: a letter in a long text is hard to find. */
function unlike(expected: string, actual: string): Insert {
  const [wanted, got] = [[...expected], [...actual]];
  const start = got.findIndex((character, at) => character !== wanted[at]);
  let end = 0;
  const most = Math.min(got.length, wanted.length) - start;
  while (end < most && got.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  const marked = got.slice(start, got.length - end).join('');
  if (start < 0 || start + end < IN_COMMON || marked === '') return actual;
  return markup`${got.slice(0, start).join('')}<mark>${marked}</mark>${got.slice(got.length - end).join('')}`;
}

/** What happened on the wire. */
function details(finding: FindingRecord, of: string): Markup {
  const { evidence, series } = finding;
  return markup`${series && lanes(series, of)}
${bothEnds(finding, of)}
${evidence && tokenRail(evidence, finding)}
${evidence && wireLog(evidence, finding, of)}`;
}

const LANE_WIDTH = 240;
/** Colours that distinguish ids; the id stands beside its colour. */
const COLOURS = 5;

/**
 * A lane for each request that was judged with the others, from its send to its end, coloured by the
 * id that it was answered with: a double effect is two colours.
 * @param of names the region apart from those of other findings
 */
export function lanes(series: readonly SeriesEntry[], of: string): Markup {
  const ids = [...new Set(series.flatMap(({ id }) => id ?? []))];
  const endMs = Math.max(1, ...series.map((entry) => entry.endMs));
  return scrolling(
    `Requests over time: ${of}`,
    markup`<table class="lanes">
<thead><tr><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Id</th><th scope="col">0 to ${formatMilliseconds(endMs)}</th></tr></thead>
<tbody>
${series.map((entry) => lane(entry, ids, endMs))}</tbody>
</table>`,
  );
}

function lane(entry: SeriesEntry, ids: readonly string[], endMs: number): Markup {
  const { exchange, attempt, method, path, status, outcome, id, startMs } = entry;
  const colour = id === undefined ? 'none' : String(ids.indexOf(id) % COLOURS);
  const [from, to] = [startMs, entry.endMs].map((ms) => (ms / endMs) * LANE_WIDTH);
  const width = Math.max(2, (to ?? 0) - (from ?? 0));
  const title = `${formatMilliseconds(startMs)} to ${formatMilliseconds(entry.endMs)}`;
  return markup`<tr><th scope="row">${exchange}: ${clip(method, 20)} ${clip(path, 60)}${attempt > 1 && `, attempt ${attempt}`}</th><td>${status === undefined ? clip(outcome, 40) : status}</td><td><code class="lane-${colour}">${clip(id ?? '–', 60)}</code></td><td><svg class="lane lane-${colour}" viewBox="0 0 ${LANE_WIDTH} 12" preserveAspectRatio="none" role="img" aria-label="${title}"><path class="rail" d="M0 6H${LANE_WIDTH}"/><rect x="${(from ?? 0).toFixed(1)}" y="1" width="${width.toFixed(1)}" height="10" rx="2"><title>${title}</title></rect></svg></td></tr>
`;
}

/**
 * Both ends side by side: what the caller did and saw, what the upstream got and wrote, on one time
 * line; then each upstream request.
 * @param of names the region apart from those of other findings
 */
function bothEnds({ timeline, upstream }: FindingRecord, of: string): Markup | false {
  if (timeline === undefined || upstream === undefined) return false;
  const table = markup`<table class="lanes">
<thead><tr><th scope="col">Time</th><th scope="col">Caller</th><th scope="col">Upstream</th></tr></thead>
<tbody>
${timeline.map(row)}</tbody>
</table>`;
  return markup`${scrolling(`Both ends: ${of}`, table)}
${upstream.map((each) => upstreamLog(each))}`;
}

function row({ atMs, end, what }: Moment): Markup {
  const [caller, upstream] = end === 'caller' ? [what, ''] : ['', what];
  return markup`<tr><th scope="row">${formatMilliseconds(atMs)}</th><td>${clip(caller, 300)}</td><td>${clip(upstream, 300)}</td></tr>
`;
}

function upstreamLog(evidence: UpstreamEvidence): Markup {
  const { exchange, method, path, headers, body, status, answer, outcome } = evidence;
  const head = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return markup`<details><summary>Upstream request ${exchange}: ${clip(method, 20)} ${clip(path, 60)}, ${status ?? outcome}</summary>
<pre>${clip(head.join('\n'), 4000)}

<span class="body">${clip(body, 8000)}</span></pre>
<pre><span class="body">${clip(answer, 6000)}</span></pre></details>
`;
}

const RAIL_WIDTH = 860;
/** A longer gap is drawn as a stall. */
const STALL = 3;

/** When each read of a stream arrived: a tick for each, stalls thick, the finding marked. */
export function tokenRail(evidence: Evidence, { atMs }: FindingRecord): Markup | false {
  if (!isStream(evidence) || evidence.body.length < 3) return false;
  const times = evidence.body.map((read) => read.atMs);
  const endMs = Math.max(1, evidence.endMs, ...times);
  const gaps = times.slice(1).map((ms, index) => ({ from: times[index] ?? 0, to: ms }));
  const usualMs = median(gaps.map(({ from, to }) => to - from));
  const longest = Math.max(...gaps.map(({ from, to }) => to - from));
  const x = (ms: number) => ((ms / endMs) * RAIL_WIDTH).toFixed(1);
  const stalls = gaps.filter(({ from, to }) => to - from > STALL * Math.max(usualMs, 0.1));
  const found = times.filter((ms) => atMs !== undefined && Math.abs(ms - atMs) < SAME_MOMENT_MS);
  const sentence = `${formatCount(times.length)} reads in ${formatMilliseconds(endMs)}: first after ${formatMilliseconds(times[0] ?? 0)}, median gap ${formatMilliseconds(usualMs)}, longest gap ${formatMilliseconds(longest)}.`;
  return markup`<div class="tokens"><svg viewBox="-3 0 ${RAIL_WIDTH + 6} 22" preserveAspectRatio="none" aria-hidden="true"><path class="rail" d="M0 11H${RAIL_WIDTH}"/>${stalls.map(({ from, to }) => markup`<path class="stall" d="M${x(from)} 11H${x(to)}"/>`)}<path class="ticks" d="${times.map((ms) => `M${x(ms)} 4v14`).join('')}"/>${found.map((ms) => markup`<path class="found-tick" d="M${x(ms)} 0v22"/>`)}</svg>
<p class="quiet">${sentence}${stalls.length > 0 && ` Thick: longer than ${STALL} times the median.`}${found.length > 0 && ' Red: the finding.'}</p></div>`;
}

function isStream({ headers }: Evidence): boolean {
  return headers.some(
    ([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'),
  );
}

const COMMAND_CHARACTERS = 2000;
/** None of Assay's own lines is longer. */
const CURL_CHARACTERS = 16_000;

/**
 * How to see a finding again: the command of Assay, and a line of curl for each request.
 * @param of names the lines apart from those of other findings
 */
export function reproduction({ reproduce, evidence }: FindingRecord, of: string): Markup {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  const lines = (label: string, text: string) =>
    markup`<div class="curl"><pre tabindex="0" role="region" aria-label="${label}: ${of}">${text}</pre></div>`;
  return markup`${assay !== undefined && lines('Command that reproduces it', clip(assay, COMMAND_CHARACTERS))}${shell !== undefined && lines('Requests of the finding', clip(shell, CURL_CHARACTERS))}`;
}
