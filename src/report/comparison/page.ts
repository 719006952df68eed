import { htmlDocument } from '../formats/html/document.ts';
import { STYLE } from '../formats/html/style.ts';
import { PERFORMANCE_STYLE, performanceHtml } from '../performance/html.ts';
import { type Markup, markup } from '../phrases/markup.ts';
import { clip } from '../phrases/printable.ts';
import { LEVEL_WORD, VERDICT_MARK } from '../phrases/verdicts.ts';
import type { BehaviourRow, Comparison, OperationRow, RuleRow, SubjectRecord } from './schema.ts';
import {
  behaviourWords,
  cutShortSentence,
  differenceSentence,
  operationWords,
  rowsThat,
  STANDINGS,
} from './sentences.ts';

const TEXT_CHARACTERS = 2000;

/** The style of the report, and what this page adds. */
const MATRIX_STYLE = `${STYLE}${PERFORMANCE_STYLE}.side { table-layout: fixed; min-width: 44rem; }
h1 { color: var(--ink); font-size: clamp(1.75rem, 6vw, 2.75rem); margin: 1.5rem 0 2rem; }
h1::first-letter { text-transform: none; }
.meaning { color: var(--tone); margin: -1rem 0 2rem; }
.side th:first-child { width: 24rem; padding-right: 1.5rem; }
.side td { padding-right: 1.5rem; overflow-wrap: anywhere; }
.side td, .side th { vertical-align: top; }
.side .statement, .side .detail { display: block; color: var(--quiet); font-size: .875rem; }
.side tr.differs th:first-child { border-left: 3px solid var(--ink); padding-left: .75rem; }
main > section[id] > details { margin-top: 1rem; }
main > section[id] > details > summary h3::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--quiet); }
main > section[id] > details[open] > summary h3::before { content: "▾"; }
@media (max-width: 44rem) {
  .side { min-width: 0; }
  .labelled thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .labelled tr, .labelled th:first-child, .labelled td { display: block; width: auto; padding-right: 0; }
  .labelled th, .labelled td { border-bottom: 0; padding-bottom: .15rem; } .labelled tr { border-bottom: 1px solid var(--line); padding: .35rem 0; }
  .labelled td::before { content: attr(data-label) ": "; color: var(--quiet); font-size: .875rem; }
}
@media print { main > section[id] > details::details-content { content-visibility: visible; display: block; } }
`;

/** The comparison as a page, differences first. */
export function comparisonPage(comparison: Comparison): Markup {
  const { subjects, assayVersion, performance, reasons = [], exitCode } = comparison;
  const labels = subjects.map(({ label }) => label);
  const cutShort = cutShortSentence(comparison);
  return htmlDocument({
    title: `${labels.join(', ')}: Assay compare`,
    assayVersion,
    style: MATRIX_STYLE,
    skip: { to: 'differs', text: 'Skip to the differences' },
    sections: [
      ...(performance === undefined ? [] : [{ id: 'performance', title: 'Performance' }]),
      ...STANDINGS.map(([id, title]) => ({ id, title })),
    ],
    main: markup`<h1>${differenceSentence(comparison)}</h1>
${cutShort !== undefined && markup`<p class="meaning inconclusive">${clip(cutShort, TEXT_CHARACTERS)}</p>`}
${reasons.map((reason) => markup`<p class="meaning ${exitCode === 1 ? 'fail' : 'inconclusive'}">${clip(reason, TEXT_CHARACTERS)}</p>`)}
${subjectTable(subjects)}
${
  performance !== undefined &&
  markup`<section id="performance" aria-labelledby="performance-title">
<h2 id="performance-title">Performance</h2>
${performanceHtml(performance, labels)}
</section>`
}
${STANDINGS.map(([wanted, title]) => section(comparison, wanted, title))}`,
    footer: markup`comparison version ${comparison.comparisonVersion}. <code>compare.json</code> holds everything shown here.`,
  });
}

function subjectTable(subjects: readonly SubjectRecord[]): Markup {
  return markup`<div class="scroll" tabindex="0"><table class="labelled">
<thead><tr><th scope="col">Label</th><th scope="col">Address</th><th scope="col">Profile</th><th scope="col">Run</th><th scope="col">Missing</th></tr></thead>
<tbody>${subjects.map(
    ({ label, address, profile, startedAt, source, reasons }) =>
      markup`<tr><th scope="row">${clip(label, 100)}</th><td class="address" data-label="Address">${clip(address, 300)}</td><td data-label="Profile">${clip(profile ?? '–', 100)}</td><td data-label="Run">${runCell(startedAt, source)}</td><td data-label="Missing">${clip(reasons.join(' '), TEXT_CHARACTERS) || 'nothing'}</td></tr>
`,
  )}</tbody>
</table></div>`;
}

function runCell(startedAt: string | null, source: SubjectRecord['source']): Markup {
  if (startedAt === null) return markup`–`;
  return markup`<time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>, ${source}`;
}

function section(comparison: Comparison, wanted: RuleRow['standing'], title: string): Markup {
  const operations = rowsThat(comparison.operations, wanted);
  const rules = rowsThat(comparison.rules, wanted);
  const behaviours = rowsThat(comparison.behaviours, wanted);
  const labels = comparison.subjects.map(({ label }) => label);
  return markup`<section id="${wanted}" aria-labelledby="${wanted}-title">
<h2 id="${wanted}-title">${title}</h2>
${operations.length + rules.length + behaviours.length === 0 && markup`<p class="quiet">None.</p>`}
${part(
  'Operations',
  operations.map((row) => operationRow(row, labels)),
  comparison,
  wanted,
)}
${part(
  'Rules',
  rules.map((row) => ruleRow(row, labels)),
  comparison,
  wanted,
)}
${part(
  'Behaviours',
  behaviours.map((row) => behaviourRow(row, labels)),
  comparison,
  wanted,
)}
</section>
`;
}

/** Only differences are open. */
function part(
  title: string,
  rows: readonly Markup[],
  { subjects }: Comparison,
  wanted: RuleRow['standing'],
): Markup | false {
  if (rows.length === 0) return false;
  return markup`<details${wanted === 'differs' && markup` open`}>
<summary><h3>${title} (${rows.length})</h3></summary>
<div class="scroll" tabindex="0"><table class="side labelled">
<thead><tr><th scope="col">${title}</th>${subjects.map(({ label }) => markup`<th scope="col">${clip(label, 100)}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
</details>`;
}

/** The label of a cell stands before it on a phone, where there is no head of the table. */
function labelled(labels: readonly string[], at: number): Markup {
  return markup` data-label="${clip(labels[at] ?? '', 100)}"`;
}

function operationRow(
  { endpoint, change, standing: is, cells }: OperationRow,
  labels: readonly string[],
): Markup {
  return markup`<tr class="${is}"><th scope="row"><code>${endpoint}</code>${note(change)}</th>${cells.map(
    (cell, at) =>
      markup`<td${labelled(labels, at)}${cell.supported !== false && markup` class="quiet"`}>${clip(operationWords(cell), TEXT_CHARACTERS)}</td>`,
  )}</tr>
`;
}

/** What a user loses, or what a client must change. */
function note(text: string | undefined): Markup | false {
  return (
    text !== undefined && markup`<span class="statement">${clip(text, TEXT_CHARACTERS)}</span>`
  );
}

function ruleRow(row: RuleRow, labels: readonly string[]): Markup {
  const { id, level, provenance, statement, harm, change, standing: is, cells } = row;
  return markup`<tr class="${is}"><th scope="row"><code>${id}</code> <span class="quiet">${LEVEL_WORD[level]}, ${provenance}</span><span class="statement">${statement}</span>${is === 'differs' && markup`${note(harm)}${note(change)}`}</th>${cells.map(
    ({ verdict, detail }, at) =>
      verdict === null
        ? markup`<td${labelled(labels, at)} class="quiet">– not in this report</td>`
        : markup`<td${labelled(labels, at)}><span class="tag ${verdict}"><span aria-hidden="true">${VERDICT_MARK[verdict]}</span> ${verdict}</span>${detail !== undefined && markup`<span class="detail">${clip(detail, TEXT_CHARACTERS)}</span>`}</td>`,
  )}</tr>
`;
}

function behaviourRow(
  { id, question, silence, standing: is, cells }: BehaviourRow,
  labels: readonly string[],
): Markup {
  return markup`<tr class="${is}"><th scope="row" title="${silence}">${question}<span class="statement"><code>${id}</code></span></th>${cells.map(
    (cell, at) =>
      markup`<td${labelled(labels, at)}${cell.answer === null && markup` class="quiet"`}>${clip(behaviourWords(cell), TEXT_CHARACTERS)}</td>`,
  )}</tr>
`;
}
