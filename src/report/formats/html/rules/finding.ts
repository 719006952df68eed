import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatMilliseconds, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import type { FindingRecord } from '../../../schema/finding.ts';
import { bothEnds } from './both-ends.ts';
import { lanes } from './lanes.ts';
import { reproductionTabs } from './reproduction.ts';
import { tokenRail } from './token-rail.ts';
import { wireLog } from './wire-log.ts';

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
}

/** The first findings of one rule in one part of the run. */
export function findingList(
  examples: readonly FindingRecord[],
  { count, phase, rule }: Place,
): Markup | false {
  if (count === 0) return false;
  const shown =
    examples.length < count &&
    markup`<span class="shown">, the first ${formatCount(examples.length)}</span>`;
  return markup`<p class="count">${formatNumberOf(count, 'finding')} ${phase}${shown}</p>
<ol class="findings">${examples.map((finding, index) => markup`<li>${findingEntry(finding, index, `${rule}, ${phase}`)}</li>`)}</ol>`;
}

/** @param of what the finding is of, to name its regions apart from those of other findings */
function findingEntry(finding: FindingRecord, index: number, of: string): Markup {
  const { label, expected, actual, where, atMs } = finding;
  return markup`<dl class="pair">
${label !== undefined && markup`<dt>tried</dt><dd>${clip(label, VALUE_CHARACTERS)}</dd>`}
<dt>expected</dt><dd>${clip(expected, VALUE_CHARACTERS)}</dd>
<dt>actual</dt><dd><code>${clip(actual, VALUE_CHARACTERS)}</code></dd>
${where !== undefined && markup`<dt>where</dt><dd><code>${clip(where, 300)}</code></dd>`}
${atMs !== undefined && markup`<dt>when</dt><dd>${formatMilliseconds(atMs)} after the request was sent</dd>`}
</dl>
${index < WITH_WIRE_LOG && details(finding, `${of}, finding ${index + 1}`)}`;
}

/** What happened on the wire, and how to see it again. */
function details(finding: FindingRecord, of: string): Markup {
  const { evidence, series } = finding;
  return markup`${series && lanes(series, of)}
${bothEnds(finding, of)}
${evidence && tokenRail(evidence, finding)}
${evidence && wireLog(evidence, finding, of)}
${reproductionTabs(finding, of)}`;
}
