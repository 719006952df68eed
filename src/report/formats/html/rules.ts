import { type Markup, markup } from '../../phrases/markup.ts';
import { formatCount, formatDuration, formatNumberOf } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import { acceptedSentences } from '../../phrases/sentences.ts';
import { countOf, LEVEL_WORD, VERDICT_MARK, VERDICTS } from '../../phrases/verdicts.ts';
import type { JudgedRecord, RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { findingList } from './finding.ts';

const TEXT_CHARACTERS = 2000;

/** The rules by area, stated and assumed ones apart, those that did not pass first. */
export function rulesSection(report: RunReport): Markup | undefined {
  if (report.rules.length === 0) return undefined;
  const areas = Map.groupBy(report.rules, ({ area }) => area);
  return markup`${filterForm(report)}
${[...areas].map(([area, rules]) => areaSection(area, rules, report))}`;
}

function filterForm(report: RunReport): Markup {
  const verdicts = VERDICTS.filter((verdict) => countOf(report, verdict) > 0);
  return markup`<form id="filter" hidden>
<fieldset><legend>Verdict</legend>${choice('verdict', '', 'all')}${verdicts.map((verdict) =>
    choice(
      'verdict',
      verdict,
      markup`${VERDICT_MARK[verdict]} ${verdict} <b>${countOf(report, verdict)}</b>`,
    ),
  )}</fieldset>
<fieldset><legend>Provenance</legend>${choice('provenance', '', 'both')}${choice('provenance', 'stated', 'stated')}${choice('provenance', 'assumed', 'assumed')}</fieldset>
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
<p role="status"></p>
</form>`;
}

function choice(group: string, value: string, label: Markup | string): Markup {
  const checked = value === '' && markup` checked`;
  return markup`<label><input type="radio" name="${group}" value="${value}"${checked}><span>${label}</span></label>`;
}

function areaSection(area: string, rules: readonly RuleResult[], report: RunReport): Markup {
  const troubled = rules.some(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable');
  return markup`<details class="area"${troubled && markup` open`}>
<summary><h3>${area}</h3><span class="tally">${tally(rules)}</span></summary>
${provenanceGroup('stated', 'Stated by the interface', rules, report)}
${provenanceGroup('assumed', 'Assumed', rules, report)}
</details>
`;
}

function tally(rules: readonly RuleResult[]): Markup[] {
  return VERDICTS.flatMap((verdict) => {
    const count = rules.filter((rule) => rule.verdict === verdict).length;
    if (count === 0) return [];
    return [
      markup`<span class="${verdict}">${VERDICT_MARK[verdict]} ${formatCount(count)} ${verdict}</span> `,
    ];
  });
}

function provenanceGroup(
  provenance: RuleResult['provenance'],
  title: string,
  rules: readonly RuleResult[],
  report: RunReport,
): Markup | false {
  const members = VERDICTS.flatMap((verdict) =>
    rules.filter((rule) => rule.provenance === provenance && rule.verdict === verdict),
  );
  if (members.length === 0) return false;
  return markup`<div class="group ${provenance}">
<h4>${title}</h4>
${members.map((rule) => ruleEntry(rule, report))}</div>`;
}

function ruleEntry(rule: RuleResult, report: RunReport): Markup {
  const { id, level, provenance, verdict, statement, remark } = rule;
  const part = remark !== undefined && ', on part of its evidence';
  return markup`<details class="rule ${verdict}" id="rule-${id}" data-verdict="${verdict}" data-provenance="${provenance}">
<summary><span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span><span class="claim"><code>${id}</code> <span class="statement">${statement}</span></span><span class="level">${LEVEL_WORD[level]}${part}</span></summary>
<div class="inside">
${ruleFacts(rule)}
${findingList(rule.conformance?.examples ?? [], rule.conformance?.findings ?? 0, 'in conformance')}
${loadFindings(rule, report)}
</div>
</details>
`;
}

function ruleFacts(rule: RuleResult): Markup {
  const { harm, reason, remark, override, source, provenance, durationMs } = rule;
  return markup`${harm !== undefined && markup`<p class="harm">${clip(harm, TEXT_CHARACTERS)}</p>`}
<dl class="facts">
${reason !== undefined && markup`<dt>Why</dt><dd>${clip(reason, TEXT_CHARACTERS)}</dd>`}
${remark !== undefined && markup`<dt>Part of the evidence</dt><dd>${clip(remark, TEXT_CHARACTERS)}</dd>`}
${override !== undefined && markup`<dt>Changed by the profile</dt><dd>${clip(override, TEXT_CHARACTERS)}</dd>`}
${acceptedSentences(rule).map((sentence) => markup`<dt>Baseline</dt><dd>${sentence}</dd>`)}
<dt>Source</dt><dd>${source} (${provenance})</dd>
${judgedFact('In conformance', rule.conformance)}
${judgedFact('Under load', rule.load)}
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

/** A link is enough where the load section shows them. */
function loadFindings({ id, load }: RuleResult, report: RunReport): Markup | false {
  if (load === undefined || load.findings === 0) return false;
  const shown = report.load?.violations.some(({ rule }) => rule === id) ?? false;
  if (!shown) return findingList(load.examples, load.findings, 'under load');
  return markup`<p><a href="#violation-${id}">${formatNumberOf(load.findings, 'finding')} under load</a></p>`;
}
