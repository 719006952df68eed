import { openCauses } from '../../../assemble/common-causes.ts';
import { type Markup, markup, verbatim } from '../../../phrases/markup.ts';
import { formatDuration, formatNumberOf } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceRemark,
  outcomeSentence,
  readingPhrase,
  targetName,
} from '../../../phrases/sentences.ts';
import { VERDICT_MARK } from '../../../phrases/verdicts.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { tiles } from './tiles.ts';

const REASON_CHARACTERS = 1000;
const REASONS = 40;
/** Reasons shown at once; the others are one click away. */
const FIRST_REASONS = 4;

/** The outcome, its figures, its reasons, and which build was checked. */
export function hero(report: RunReport): Markup {
  const { outcome, reasons } = report;
  const conformance = conformanceRemark(report);
  return markup`<section class="verdict ${outcome}" aria-labelledby="verdict">
<div class="headline">
${verbatim(STAMPS[outcome])}
<div>
<h1 id="verdict">${outcome}</h1>
${meaning(report)}
</div>
</div>
${identity(report)}
${tiles(report)}
${reasonList(reasons, report)}
${baselineWarnings(report).map((each) => markup`<p class="warning">${clip(each, REASON_CHARACTERS)}</p>`)}
${conformance !== undefined && markup`<p class="conformance">${conformance}</p>`}
</section>
${causeList(report)}`;
}

function meaning(report: RunReport): Markup | false {
  const sentences = [outcomeSentence(report), report.partial && 'The run was cut short.'].filter(
    Boolean,
  );
  return sentences.length > 0 && markup`<p class="meaning">${sentences.join(' ')}</p>`;
}

/** What was checked: the target, the build, the settings and the time. */
function identity(report: RunReport): Markup {
  const { command, target, startedAt, durationMs } = report;
  return markup`<dl class="identity">
<div><dt>Target</dt><dd class="address">${clip(targetName(target), 300)}</dd></div>
<div><dt>Command</dt><dd>${command}, ${readingPhrase(report)}</dd></div>
<div><dt>Started</dt><dd><time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>, took ${formatDuration(durationMs)}</dd></div>
</dl>`;
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

function reasonList(reasons: readonly string[], report: RunReport): Markup {
  const items = reasons.slice(0, REASONS).map((reason) => reasonItem(reason, report));
  const left = reasons.length - items.length;
  const all = left === 0 ? items : [...items, markup`<li>And ${left} more: see report.json.</li>`];
  const rest = all.slice(FIRST_REASONS);
  return markup`<ul class="reasons">${all.slice(0, FIRST_REASONS)}</ul>
${rest.length > 0 && markup`<details class="more-reasons"><summary>${formatNumberOf(rest.length, 'more reason')}</summary><ul class="reasons">${rest}</ul></details>`}`;
}

/** With a link to the rule that it names, if it names one. */
function reasonItem(reason: string, { rules, slo }: RunReport): Markup {
  const text = clip(reason, REASON_CHARACTERS);
  const [, id = ''] = /^Required rule [a-z ]+: ([a-z0-9-]+)\b/.exec(text) ?? [];
  if (rules.some((rule) => rule.id === id)) return linkedReason(text, id, `rule-${id}`);
  const objective = slo.find((each) => text.startsWith(`Objective missed: ${each.objective}.`));
  if (objective !== undefined) return linkedReason(text, objective.objective, 'objectives');
  return markup`<li>${text}</li>`;
}

function linkedReason(text: string, words: string, to: string): Markup {
  const at = text.indexOf(words);
  if (at === -1) return markup`<li>${text}</li>`;
  return markup`<li>${text.slice(0, at)}<a href="#${to}">${words}</a>${text.slice(at + words.length)}</li>`;
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
