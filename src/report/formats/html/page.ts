import { type Markup, markup } from '../../phrases/markup.ts';
import { OUTCOME_MARK } from '../../phrases/verdicts.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { capacitySection } from './capacity.ts';
import { htmlDocument } from './document.ts';
import { loadSection } from './load.ts';
import { objectivesSection } from './objectives.ts';
import { rulesSection } from './rules.ts';
import { runSection } from './run.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { verdictSection } from './verdict.ts';

/** The run report as a page. */
export function page(report: RunReport): Markup {
  const sections = [
    { id: 'rules', title: 'Rules', body: rulesSection(report) },
    { id: 'objectives', title: 'Objectives', body: objectivesSection(report) },
    { id: 'capacity', title: 'Capacity', body: capacitySection(report) },
    { id: 'load', title: 'Load', body: loadSection(report) },
    { id: 'run', title: 'This run', body: runSection(report) },
  ].filter(({ body }) => body !== undefined);
  return htmlDocument({
    title: `${OUTCOME_MARK[report.outcome]} ${report.outcome}: Assay ${report.command}`,
    assayVersion: report.assayVersion,
    style: STYLE,
    script: SCRIPT,
    skip: { to: 'verdict', text: 'Skip to the verdict' },
    sections,
    main: markup`${verdictSection(report)}
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
