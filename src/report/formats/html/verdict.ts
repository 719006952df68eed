import { openCauses } from '../../assemble/common-causes.ts';
import { type Markup, markup, verbatim } from '../../phrases/markup.ts';
import { formatDuration, formatNumberOf } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceSentence,
  outcomeSentence,
  readingPhrase,
} from '../../phrases/sentences.ts';
import { VERDICT_MARK, VERDICTS } from '../../phrases/verdicts.ts';
import type { Verdict } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';

const REASON_CHARACTERS = 1000;
const REASONS = 40;
const BAR_WIDTH = 100;
const BAR_GAP = 0.4;

/** The outcome, its reasons, and how many rules have each verdict. */
export function verdictSection(report: RunReport): Markup {
  const { outcome, reasons, target } = report;
  const conformance = conformanceSentence(report);
  return markup`<section class="verdict ${outcome}" aria-labelledby="verdict">
<div class="headline">
${verbatim(STAMPS[outcome])}
<div>
<h1 id="verdict">${outcome}</h1>
${meaning(report)}
</div>
</div>
<ul class="reasons">${reasonItems(reasons)}</ul>
${baselineWarnings(report).map((each) => markup`<p class="warning">${clip(each, REASON_CHARACTERS)}</p>`)}
${conformance !== undefined && markup`<p class="conformance">${conformance}</p>`}
<p class="what">${report.command} of <span class="address">${clip(target.address, 300)}</span>, ${readingPhrase(report)}, ${whenOf(report)}, ${formatDuration(report.durationMs)}</p>
</section>
${causeList(report)}
${report.rules.length > 0 && countCards(report)}`;
}

function meaning(report: RunReport): Markup | false {
  const sentences = [outcomeSentence(report), report.partial && 'The run was cut short.'].filter(
    Boolean,
  );
  return sentences.length > 0 && markup`<p class="meaning">${sentences.join(' ')}</p>`;
}

/** What several rules have in common, with links to them beneath. */
function causeList(report: RunReport): Markup | false {
  const causes = openCauses(report);
  if (causes.length === 0) return false;
  return markup`<section class="causes" aria-labelledby="causes-title">
<h2 id="causes-title">Common causes</h2>
<ul>${causes.map(({ sentence, rules }) => markup`<li><strong>${clip(sentence, REASON_CHARACTERS)}</strong><ul>${rules.flatMap((id) => causeItem(id, report))}</ul></li>`)}</ul>
</section>`;
}

function causeItem(id: string, { rules }: RunReport): Markup[] {
  return rules
    .filter((rule) => rule.id === id)
    .map(
      ({ verdict, statement }) =>
        markup`<li><span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span> <a href="#rule-${id}"><code>${id}</code></a> ${statement}</li>`,
    );
}

function reasonItems(reasons: readonly string[]): Markup[] {
  const items = reasons
    .slice(0, REASONS)
    .map((reason) => markup`<li>${clip(reason, REASON_CHARACTERS)}</li>`);
  const left = reasons.length - items.length;
  return left === 0 ? items : [...items, markup`<li>And ${left} more: see report.json.</li>`];
}

function whenOf({ startedAt }: RunReport): Markup {
  return markup`<time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function countCards({ counts }: RunReport): Markup {
  return markup`<div class="counts">
${countCard('stated', 'Stated by the interface', counts.stated)}
${countCard('assumed', 'Assumed from other sources', counts.assumed)}
</div>`;
}

type VerdictCounts = Readonly<Record<Verdict, number>>;

function countCard(provenance: string, title: string, counts: VerdictCounts): Markup {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const shown = VERDICTS.filter(
    (verdict) => counts[verdict] > 0 || verdict === 'fail' || verdict === 'could-not-verify',
  );
  return markup`<section class="card ${provenance}" aria-label="${title}">
<h2>${title}<small>${formatNumberOf(total, 'rule')}</small></h2>
${bar(counts, total)}
<dl>${shown.map(
    (verdict) =>
      markup`<div class="${verdict}${counts[verdict] === 0 && ' none'}"><dt><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</dt><dd>${counts[verdict]}</dd></div>`,
  )}</dl>
</section>`;
}

/** The counts as lengths, beside the same counts as figures. */
function bar(counts: VerdictCounts, total: number): Markup {
  let from = 0;
  const pieces = VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => {
    const width = (counts[verdict] / total) * BAR_WIDTH;
    const gap = from + width < BAR_WIDTH - BAR_GAP ? BAR_GAP : 0;
    const piece = markup`<rect class="${verdict}" x="${from.toFixed(2)}" width="${(width - gap).toFixed(2)}" height="8"/>`;
    from += width;
    return piece;
  });
  return markup`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 8" preserveAspectRatio="none" aria-hidden="true">${pieces}</svg>`;
}

/** A hallmark: the cartouche of an assay office with the mark of the outcome in it. */
function stamp(mark: string): string {
  return `<svg class="stamp" viewBox="0 0 64 64" aria-hidden="true"><path class="plate" d="M14 3h36l11 11v36L50 61H14L3 50V14z"/><path class="rim" d="M16.500 8h31L56 16.500v31L47.500 56h-31L8 47.500v-31z"/>${mark}</svg>`;
}

const STAMPS = {
  pass: stamp('<path class="mark" d="M20 33.500l8.500 8.500L44.500 23"/>'),
  fail: stamp('<path class="mark" d="M22 22l20 20M42 22L22 42"/>'),
  inconclusive: stamp(
    '<path class="mark" d="M24.500 25.500c0-9 15-9 15-.500 0 6-7.500 6-7.500 12"/><path class="mark" d="M32 44.500v.100"/>',
  ),
} as const;
