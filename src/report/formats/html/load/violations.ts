import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount } from '../../../phrases/number-format.ts';
import { VERDICT_MARK, VERDICT_OF_LEVEL } from '../../../phrases/verdicts.ts';
import type { LoadReport, Violation } from '../../../schema/load.ts';

/** How often each rule was violated, by operation; the evidence stands with the rule. */
export function violationList({ violations }: LoadReport): Markup {
  if (violations.length === 0) {
    return markup`<p>None: no response that was checked violates a rule.</p>`;
  }
  return markup`<ul class="violations">${violations.map(violationItem)}</ul>`;
}

function violationItem({ rule, level, operation, count }: Violation): Markup {
  const verdict = VERDICT_OF_LEVEL[level];
  return markup`<li><span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span> <a href="#rule-${rule}"><code>${rule}</code></a> ${formatCount(count)} × in ${operation}</li>`;
}
