import { reactionsSentence } from '../../../../conformance/client-impact.ts';
import { type Insert, type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatDuration, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import { acceptedSentences } from '../../../phrases/sentences.ts';
import { LEVEL_WORD, VERDICT_MARK } from '../../../phrases/verdicts.ts';
import type { Violation } from '../../../schema/load.ts';
import type { JudgedRecord, RuleResult, Verdict } from '../../../schema/rules.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { findingList } from './finding.ts';

const TEXT_CHARACTERS = 2000;

/** One rule with all that the run shows of it, in conformance and under load; open if it failed. */
export function ruleEntry(rule: RuleResult, report: RunReport): Markup {
  const { id, level, provenance, verdict, statement, remark } = rule;
  const part = remark !== undefined && ', on part of its evidence';
  const open = verdict === 'fail' && markup` open`;
  return markup`<details class="rule ${verdict} ${provenance}" id="rule-${id}" data-verdict="${verdict}" data-provenance="${provenance}"${open}>
<summary>${verdictTag(verdict)}<span class="claim"><span class="statement">${statement}</span> <code>${id}</code></span><span class="level">${LEVEL_WORD[level]}, ${provenance}${part}</span></summary>
<div class="inside">
${found(rule, report)}
${ruleFacts(rule)}
</div>
</details>
`;
}

/** The mark is not read aloud. */
export function verdictTag(verdict: Verdict): Markup {
  return markup`<span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span>`;
}

/** The harm, what clients do, where the rule was violated, and the first findings of each place. */
function found(rule: RuleResult, report: RunReport): Markup | false {
  const { conformance, load } = rule;
  const violations = report.load?.violations.filter((each) => each.rule === rule.id) ?? [];
  const count = (conformance?.findings ?? 0) + (load?.findings ?? 0);
  if (count === 0) return false;
  return markup`${rule.harm !== undefined && markup`<p class="harm">${clip(rule.harm, TEXT_CHARACTERS)}</p>`}
${rule.clients !== undefined && markup`<p class="clients"><strong>Clients</strong> ${clip(reactionsSentence(rule.clients), TEXT_CHARACTERS)}</p>`}
${findingList(conformance?.examples ?? [], { count: conformance?.findings ?? 0, phase: 'in conformance', rule: rule.id })}
${underLoad(rule, violations)}`;
}

function underLoad({ id, load }: RuleResult, violations: readonly Violation[]): Insert {
  if (load === undefined || load.findings === 0) return false;
  if (violations.length === 0) {
    return findingList(load.examples, { count: load.findings, phase: 'under load', rule: id });
  }
  return violations.map(({ examples, count, operation }) =>
    findingList(examples, { count, phase: `under load in ${operation}`, rule: id }),
  );
}

function ruleFacts(rule: RuleResult): Markup {
  const { reason, remark, override, source, provenance, durationMs } = rule;
  return markup`<dl class="facts">
${reason !== undefined && markup`<dt>Why</dt><dd>${clip(reason, TEXT_CHARACTERS)}</dd>`}
${remark !== undefined && markup`<dt>Part of the evidence</dt><dd>${clip(remark, TEXT_CHARACTERS)}</dd>`}
${override !== undefined && markup`<dt>Changed by the profile</dt><dd>${clip(override, TEXT_CHARACTERS)}</dd>`}
${acceptedSentences(rule).map((sentence) => markup`<dt>Baseline</dt><dd>${sentence}</dd>`)}
${judgedFact('In conformance', rule.conformance)}
${judgedFact('Under load', rule.load)}
<dt>Source</dt><dd>${source} (${provenance})</dd>
${durationMs !== undefined && markup`<dt>Probe took</dt><dd>${formatDuration(durationMs)}</dd>`}
</dl>`;
}

function judgedFact(phase: string, judged: JudgedRecord | undefined): Markup | false {
  if (judged === undefined) return false;
  const unverified =
    judged.unverified > 0 && `, ${formatCount(judged.unverified)} could not be judged`;
  const { setAside: aside = 0 } = judged;
  const setAside =
    aside > 0 && `, ${formatCount(aside)} of these set aside, because Assay could not keep up`;
  return markup`<dt>${phase}</dt><dd>${formatNumberOf(judged.findings, 'finding')} in ${formatNumberOf(judged.judged, 'piece')} of evidence${unverified}${setAside}</dd>`;
}
