import { jobSentence } from '../../../phrases/job-figures.ts';
import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatShare, optionalRate } from '../../../phrases/number-format.ts';
import { goodShare, loadedOperations, operationNotes } from '../../../phrases/operation-figures.ts';
import { clip } from '../../../phrases/printable.ts';
import type { LoadReport } from '../../../schema/load.ts';
import type { Figures } from '../../../schema/traffic.ts';

const HEADS = [
  'Requests',
  'Completed',
  'Errors',
  '429',
  'Aborted',
  'Goodput',
  'Good',
  'Tokens',
  'Good tokens',
];

/** One row per operation: how many requests, and their results. */
export function trafficTable(load: LoadReport): Markup {
  const rows = loadedOperations(load);
  if (rows.length === 0) return markup`<p>No request was completed.</p>`;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Traffic per operation"><table class="figures">
<thead><tr><th scope="col">Operation</th>${HEADS.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(([operation, figures]) => trafficRow(operation, figures))}</tbody>
</table></div>
${notes(rows)}${jobNote(load)}`;
}

function trafficRow(operation: string, figures: Figures): Markup {
  const { errorRate, throttled, tokensPerSecond, goodTokensPerSecond } = figures;
  return markup`<tr><th scope="row">${clip(operation, 60)}</th>
<td>${formatCount(figures.exchanges)}</td><td>${optionalRate(figures.throughput)}</td>
<td${errorRate > 0 && markup` class="bad"`}>${formatShare(errorRate)}</td>
<td>${formatCount(throttled)}</td><td>${formatCount(figures.aborted)}</td>
<td>${optionalRate(figures.goodput)}</td><td>${goodShare(figures)}</td>
<td>${optionalRate(tokensPerSecond)}</td><td>${optionalRate(goodTokensPerSecond)}</td></tr>
`;
}

function jobNote(load: LoadReport): Markup | false {
  const sentence = jobSentence(load);
  return sentence !== undefined && markup`<p>${sentence}</p>`;
}

function notes(rows: readonly (readonly [string, Figures])[]): Markup | false {
  const items = rows.flatMap(([operation, figures]) => {
    const phrases = operationNotes(figures);
    if (phrases.length === 0) return [];
    return [markup`<li><b>${clip(operation, 60)}</b> ${clip(phrases.join('; '), 1000)}</li>`];
  });
  return items.length > 0 && markup`<ul class="notes">${items}</ul>`;
}
