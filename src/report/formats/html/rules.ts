import { reactionsSentence } from '../../../conformance/client-impact.ts';
import { present } from '../../../input/defined.ts';
import { type Facts, factsOf, type Rules, verdictTag } from '../../document/document.ts';
import { findingsOf } from '../../phrases/findings.ts';
import { type Insert, type Markup, markup } from '../../phrases/markup.ts';
import { formatCount, formatDuration, formatNumberOf } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import { acceptedSentences } from '../../phrases/sentences.ts';
import {
  countOf,
  LEVEL_WORD,
  MARK,
  type RuleGroup,
  unexplained,
  VERDICTS,
} from '../../phrases/verdicts.ts';
import type { Violation } from '../../schema/load.ts';
import type { JudgedRecord, RuleResult } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { findingList } from './finding.ts';
import { factsMarkup, tagMarkup } from './table.ts';

const REASON_CHARACTERS = 2000;

const LEGEND =
  'A required rule that fails fails the run, a recommended one is a warning, an optional one a note. Stated: the interface says so. Assumed (dashed border): another source does, which stands with the rule.';

/** Rules that did not pass come first, grouped by cause; the others are one row for each verdict. */
export function rulesMarkup({ groups, report }: Rules): Markup {
  const { causes, passed, notApplicable } = groups;
  return markup`${filterForm(report)}
<p class="quiet">${LEGEND}</p>
${causes.map(({ sentence, rules }) => troubleGroup({ title: clip(sentence, REASON_CHARACTERS), rules }, report, 1))}
${unexplained(groups).map((group) => troubleGroup(group, report, OPEN_RULES))}
${quietGroup('passed', passed, report)}
${quietGroup('not applicable', notApplicable, report)}`;
}

/** Failed rules of one kind that are open at first: the others would mostly repeat them. */
const OPEN_RULES = 3;

/** @param open how many failed rules are open at first */
function troubleGroup({ title, rules }: RuleGroup, report: RunReport, open: number): Markup {
  const failed = rules.filter(({ verdict }) => verdict === 'fail');
  const opened = new Set(failed.slice(0, open));
  return markup`<section class="group" aria-label="${title}">
<h3>${title} <small>${formatNumberOf(rules.length, 'rule')}</small></h3>
${byReason(rules).map(([reason, members]) => reasonGroup(reason, members, { report, opened }))}</section>
`;
}

/** Rules that give the same reason stand together; the others stay where they are. */
function byReason(rules: readonly RuleResult[]): [string, readonly RuleResult[]][] {
  const groups = Map.groupBy(rules, ({ id, reason }) => reason ?? ` ${id}`);
  return [...groups.values()].map((members) => [members[0]?.reason ?? '', members]);
}

interface Shown {
  readonly report: RunReport;
  /** Rules that are open before any click. */
  readonly opened: ReadonlySet<RuleResult>;
}

function reasonGroup(reason: string, rules: readonly RuleResult[], shown: Shown): Markup {
  const entries = rules.map((rule) => ruleEntry(rule, shown));
  if (rules.length < 2) return markup`${entries}`;
  return markup`<div class="same-reason"><p><b>${formatNumberOf(rules.length, 'rule')} for one reason:</b> ${clip(reason, REASON_CHARACTERS)}</p>
${entries}</div>
`;
}

/** A row that opens to the rules by area. */
function quietGroup(word: string, rules: readonly RuleResult[], report: RunReport): Markup | false {
  if (rules.length === 0) return false;
  const areas = Map.groupBy(rules, ({ area }) => area);
  return markup`<details class="area">
<summary><h3 class="${rules[0]?.verdict}">${formatNumberOf(rules.length, 'rule')} ${word}${usualReason(rules)}</h3></summary>
${[...areas].map(
  ([area, members]) => markup`<section class="group" aria-label="${area}, ${word}">
<h4>${area}</h4>
${members.map((rule) => ruleEntry(rule, { report, opened: NONE }))}</section>
`,
)}</details>
`;
}

const NONE: ReadonlySet<RuleResult> = new Set();

/** The reason that most of them give, with their number where it is not all. */
function usualReason(rules: readonly RuleResult[]): Markup | false {
  const [usual] = [...Map.groupBy(rules, ({ reason = '' }) => reason)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  if (usual === undefined || usual[0] === '' || usual[1].length < 2) return false;
  const [reason, those] = usual;
  const number = those.length === rules.length ? '' : `${formatCount(those.length)}: `;
  return markup` <small>${number}${clip(reason, REASON_CHARACTERS)}</small>`;
}

const TEXT_CHARACTERS = 2000;

/** One rule with all that the run shows of it, in conformance and under load. */
function ruleEntry(rule: RuleResult, { report, opened }: Shown): Markup {
  const { id, level, provenance, verdict, statement, remark } = rule;
  const part = remark !== undefined && ', on part of its evidence';
  const open = opened.has(rule) && markup` open`;
  return markup`<details class="rule ${verdict} ${provenance}" id="rule-${id}" data-verdict="${verdict}" data-provenance="${provenance}"${open}>
<summary>${tagMarkup(verdictTag(verdict))}<span class="claim"><span class="statement">${statement}</span> <code>${id}</code></span><span class="level">${LEVEL_WORD[level]}, ${provenance}${part}</span></summary>
<div class="inside">
${found(rule, report)}
${factsMarkup(ruleFacts(rule))}</div>
</details>
`;
}

/** The harm, what clients do, where the rule was violated, and the first findings of each place. */
function found(rule: RuleResult, report: RunReport): Markup | false {
  const { conformance } = rule;
  const violations = report.load?.violations.filter((each) => each.rule === rule.id) ?? [];
  if (findingsOf(rule) === 0) return false;
  return markup`${rule.harm !== undefined && markup`<p class="harm">${clip(rule.harm, TEXT_CHARACTERS)}</p>`}
${rule.clients !== undefined && markup`<p class="clients"><strong>Clients</strong> ${clip(reactionsSentence(rule.clients), TEXT_CHARACTERS)}</p>`}
${findingList(conformance?.examples ?? [], { count: conformance?.findings ?? 0, phase: 'in conformance', rule: rule.id, folded: false })}
${underLoad(rule, violations, (conformance?.examples.length ?? 0) > 0)}`;
}

/** @param known whether a finding of conformance stands before them */
function underLoad(
  { id, load }: RuleResult,
  violations: readonly Violation[],
  known: boolean,
): Insert {
  if (load === undefined || load.findings === 0) return false;
  if (violations.length === 0) {
    const place = { count: load.findings, phase: 'under load', rule: id, folded: known };
    return findingList(load.examples, place);
  }
  return violations.map(({ examples, count, operation }, index) =>
    findingList(examples, {
      count,
      phase: `under load in ${operation}`,
      rule: id,
      folded: known || index > 0,
    }),
  );
}

function ruleFacts(rule: RuleResult): Facts {
  const { reason, remark, override, source, provenance, durationMs } = rule;
  return factsOf([
    ['Why', reason],
    ['Part of the evidence', remark],
    ['Changed by the profile', override],
    ...acceptedSentences(rule).map((sentence) => ['Baseline', sentence] as const),
    ['In conformance', judgedPhrase(rule.conformance)],
    ['Under load', judgedPhrase(rule.load)],
    ['Source', `${source} (${provenance})`],
    ['Probe took', durationMs === undefined ? undefined : formatDuration(durationMs)],
  ]);
}

function judgedPhrase(judged: JudgedRecord | undefined): string | undefined {
  if (judged === undefined) return undefined;
  const { findings, unverified, setAside = 0 } = judged;
  return present([
    `checked ${formatNumberOf(judged.judged, 'time')}, ${formatNumberOf(findings, 'finding')}`,
    unverified > 0 && `${formatCount(unverified)} could not be judged`,
    setAside > 0 && `${formatCount(setAside)} of these set aside, because Assay could not keep up`,
  ]).join(', ');
}

/** Controls that narrow the rules; the script of the page shows them. */
function filterForm(report: RunReport): Markup {
  const verdicts = VERDICTS.filter((verdict) => countOf(report, verdict) > 0);
  return markup`<form id="filter" hidden>
<fieldset><legend>Verdict</legend>${choice('verdict', '', 'all')}${verdicts.map((verdict) =>
    choice(
      'verdict',
      verdict,
      markup`${MARK[verdict]} ${verdict} <b>${countOf(report, verdict)}</b>`,
    ),
  )}</fieldset>
<fieldset><legend>Provenance</legend>${choice('provenance', '', 'both')}${choice('provenance', 'stated', 'stated')}${choice('provenance', 'assumed', 'assumed')}</fieldset>
<fieldset class="bodies" hidden><legend>Bodies</legend>${choice('bodies', '', 'as received')}${choice('bodies', 'pretty', 'pretty')}</fieldset>
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
<p role="status"></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous rule <span class="to-failure"><kbd>f</kbd> next failure</span> <kbd>c</kbd> copy the link of a rule <kbd>p</kbd> bodies as received or pretty</p>
</form>`;
}

function choice(group: string, value: string, label: Markup | string): Markup {
  const checked = value === '' && markup` checked`;
  return markup`<label><input type="radio" name="${group}" value="${value}"${checked}><span>${label}</span></label>`;
}
