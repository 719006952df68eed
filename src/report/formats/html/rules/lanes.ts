import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatMilliseconds } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import type { SeriesEntry } from '../../../schema/finding.ts';

const WIDTH = 240;
/** Colours that distinguish ids; the id stands beside its colour. */
const COLOURS = 5;

/**
 * A lane for each request that was judged with the others, from its send to its end, coloured by the
 * id that it was answered with: a double effect is two colours.
 * @param of names the region apart from those of other findings
 */
export function lanes(series: readonly SeriesEntry[], of: string): Markup {
  const ids = [...new Set(series.flatMap(({ id }) => id ?? []))];
  const endMs = Math.max(1, ...series.map((entry) => entry.endMs));
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Requests over time: ${of}"><table class="lanes">
<thead><tr><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Id</th><th scope="col">0 to ${formatMilliseconds(endMs)}</th></tr></thead>
<tbody>
${series.map((entry) => lane(entry, ids, endMs))}</tbody>
</table></div>`;
}

function lane(entry: SeriesEntry, ids: readonly string[], endMs: number): Markup {
  const { exchange, attempt, method, path, status, outcome, id, startMs } = entry;
  const colour = id === undefined ? 'none' : String(ids.indexOf(id) % COLOURS);
  const [from, to] = [startMs, entry.endMs].map((ms) => (ms / endMs) * WIDTH);
  const width = Math.max(2, (to ?? 0) - (from ?? 0));
  const title = `${formatMilliseconds(startMs)} to ${formatMilliseconds(entry.endMs)}`;
  return markup`<tr><th scope="row">${exchange}: ${clip(method, 20)} ${clip(path, 60)}${attempt > 1 && `, attempt ${attempt}`}</th><td>${status === undefined ? clip(outcome, 40) : status}</td><td><code class="lane-${colour}">${clip(id ?? '–', 60)}</code></td><td><svg class="lane lane-${colour}" viewBox="0 0 ${WIDTH} 12" preserveAspectRatio="none" role="img" aria-label="${title}"><path class="rail" d="M0 6H${WIDTH}"/><rect x="${(from ?? 0).toFixed(1)}" y="1" width="${width.toFixed(1)}" height="10" rx="2"><title>${title}</title></rect></svg></td></tr>
`;
}
