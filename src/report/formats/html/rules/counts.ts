import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatNumberOf } from '../../../phrases/number-format.ts';
import { VERDICT_MARK, VERDICTS } from '../../../phrases/verdicts.ts';
import type { Verdict } from '../../../schema/rules.ts';
import type { RunReport } from '../../../schema/run-report.ts';

const BAR_WIDTH = 100;
const BAR_GAP = 0.4;

/** How many rules have each verdict: stated and assumed ones apart. */
export function countCards({ counts }: RunReport): Markup {
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
<h3>${title}<small>${formatNumberOf(total, 'rule')}</small></h3>
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
