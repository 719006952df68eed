import { againstHtml, PERFORMANCE_STYLE } from '../../performance/html.ts';
import { type Markup, markup } from '../../phrases/markup.ts';
import { OUTCOME_MARK } from '../../phrases/verdicts.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { capacitySection } from './capacity.ts';
import { htmlDocument } from './document.ts';
import { hero } from './hero/hero.ts';
import { loadSection } from './load/load.ts';
import { objectivesSection } from './load/objectives.ts';
import { overheadSection } from './overhead.ts';
import { printFooter } from './print-footer.ts';
import { rulesSection } from './rules/rules.ts';
import { runSection } from './run.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** The run report as a page. */
export function page(report: RunReport): Markup {
  const sections = sectionsOf(report);
  return htmlDocument({
    title: titleOf(report),
    assayVersion: report.assayVersion,
    style: `${STYLE}${report.against ? PERFORMANCE_STYLE : ''}${printFooter(report)}`,
    script: SCRIPT,
    skip: { to: 'verdict', text: 'Skip to the verdict' },
    sections,
    main: markup`${hero(report)}
${sections.map(
  ({ id, title, body }) => markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`,
)}`,
    footer: markup`report version ${report.schemaVersion}. <code>report.json</code> holds everything shown here.`,
  });
}

/** `✗ fail: gate of 127.0.0.1:8080, build 3f2a9c0`: enough to distinguish two tabs. */
function titleOf({ outcome, command, target, label }: RunReport): string {
  const host = URL.parse(target.address)?.host ?? target.address.slice(0, 100);
  const build = label === undefined ? '' : `, build ${label}`;
  return `${OUTCOME_MARK[outcome]} ${outcome}: ${command} of ${host}${build}`;
}

/** What failed comes first, then what the command measured. */
function sectionsOf(report: RunReport): readonly Section[] {
  const rules = { id: 'rules', title: 'Rules', body: rulesSection(report) };
  const objectives = { id: 'objectives', title: 'Objectives', body: objectivesSection(report) };
  const capacity = { id: 'capacity', title: 'Capacity', body: capacitySection(report) };
  const overhead = { id: 'overhead', title: 'Overhead', body: overheadSection(report) };
  const load = { id: 'load', title: 'Load', body: loadSection(report) };
  const against = {
    id: 'against',
    title: 'Against the baseline',
    body: againstHtml(report),
  };
  const run = { id: 'run', title: 'This run', body: runSection(report) };
  const rulesFirst = report.rules.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'could-not-verify',
  );
  const order = rulesFirst
    ? [capacity, overhead, rules, objectives, against, load, run]
    : [capacity, overhead, objectives, against, load, rules, run];
  return order.flatMap(({ body, ...names }) => (body === undefined ? [] : [{ ...names, body }]));
}
