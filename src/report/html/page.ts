import { type Markup, markup, verbatim } from '../markup.ts';
import type { RunReport } from '../run-report.ts';
import { OUTCOME_MARK } from '../verdicts.ts';
import { capacitySection } from './capacity.ts';
import { loadSection } from './load.ts';
import { objectivesSection } from './objectives.ts';
import { contentPolicy } from './policy.ts';
import { rulesSection } from './rules.ts';
import { runSection } from './run.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';
import { verdictSection } from './verdict.ts';

const POLICY = contentPolicy(STYLE, SCRIPT);

/** The whole document: one file that needs nothing else. */
export function page(report: RunReport): Markup {
  const sections = [
    { id: 'rules', title: 'Rules', body: rulesSection(report) },
    { id: 'objectives', title: 'Objectives', body: objectivesSection(report) },
    { id: 'capacity', title: 'Capacity', body: capacitySection(report) },
    { id: 'load', title: 'Load', body: loadSection(report) },
    { id: 'run', title: 'This run', body: runSection(report) },
  ].filter(({ body }) => body !== undefined);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Assay ${report.assayVersion}">
<title>${OUTCOME_MARK[report.outcome]} ${report.outcome}: Assay ${report.command}</title>
<style>${verbatim(STYLE)}</style>
</head>
<body>
<a class="skip" href="#verdict">To the verdict</a>
<header class="top">
<p class="brand">Assay</p>
<nav aria-label="Sections"><ul>${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
</header>
<main>
${verdictSection(report)}
${sections.map(
  ({ id, title, body }) => markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`,
)}</main>
<footer><p>Assay ${report.assayVersion}, report version ${report.schemaVersion}. Everything shown here is in <code>report.json</code>, too.</p></footer>
<script>${verbatim(SCRIPT)}</script>
</body>
</html>
`;
}
