import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatMilliseconds, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip, printable } from '../../../phrases/printable.ts';
import type { FindingRecord } from '../../../schema/finding.ts';
import { wireLog } from './wire-log.ts';

const VALUE_CHARACTERS = 2000;
const SCRIPT_CHARACTERS = 16_000;
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
  const shown = examples.length < count ? `, the first ${formatCount(examples.length)}` : '';
  return markup`<p class="count">${formatNumberOf(count, 'finding')} ${phase}${shown}</p>
<ol class="findings">${examples.map((finding, index) => markup`<li>${findingEntry(finding, index, `${rule}, ${phase}`)}</li>`)}</ol>`;
}

/** @param of what the finding is of, to name its regions apart from those of other findings */
function findingEntry(finding: FindingRecord, index: number, of: string): Markup {
  const { label, expected, actual, where, atMs, evidence } = finding;
  return markup`<dl class="pair">
${label !== undefined && markup`<dt>tried</dt><dd>${clip(label, VALUE_CHARACTERS)}</dd>`}
<dt>expected</dt><dd>${clip(expected, VALUE_CHARACTERS)}</dd>
<dt>actual</dt><dd><code>${clip(actual, VALUE_CHARACTERS)}</code></dd>
${where !== undefined && markup`<dt>where</dt><dd><code>${clip(where, 300)}</code></dd>`}
${atMs !== undefined && markup`<dt>when</dt><dd>${formatMilliseconds(atMs)} after the request was sent</dd>`}
</dl>
${evidence && index < WITH_WIRE_LOG && wireLog(evidence, finding, `${of}, finding ${index + 1}`)}
${index < WITH_WIRE_LOG && reproduction(finding)}`;
}

/** Shown whole or not at all: part of a script reproduces nothing. */
function reproduction({ reproduce, evidence }: FindingRecord): Markup {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  return markup`${assay !== undefined && copied(clip(assay, VALUE_CHARACTERS), 'Command that reproduces it')}
${shell !== undefined && copied(scriptOf(shell), 'Script that repeats the requests')}`;
}

function scriptOf(shell: string): string {
  return shell.length > SCRIPT_CHARACTERS
    ? '# The curl script is too long to show: see report.json.'
    : shell;
}

function copied(text: string, name: string): Markup {
  return markup`<div class="curl"><pre tabindex="0" aria-label="${name}">${printable(text)}</pre></div>`;
}
