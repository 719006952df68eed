import { type Markup, markup } from '../../phrases/markup.ts';
import { formatBytes, formatMilliseconds } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import type { Evidence, FindingRecord } from '../../schema/finding.ts';
import { scrolling } from './table.ts';

const READ_CHARACTERS = 4096;
const HEADER_CHARACTERS = 1024;
/** Two times are the same moment when they differ by less than this, in ms. */
export const SAME_MOMENT_MS = 0.05;

/**
 * What went over the wire and when: the request, the head of the answer, each read, the end.
 * @param of names the region apart from those of other findings
 */
export function wireLog(evidence: Evidence, finding: FindingRecord, of: string): Markup {
  const { exchange, request, status, outcome, endMs, sender, attempt } = evidence;
  const answer = status === undefined ? outcome : String(status);
  const again = attempt > 1 && `, attempt ${attempt}`;
  const table = markup`<table class="log">
<thead><tr><th scope="col">ms</th><th scope="col"><span class="unseen">Direction</span></th><th scope="col">${clip(sender, 100)}</th></tr></thead>
<tbody>
${requestRow(evidence)}
${status !== undefined && row('head', evidence.firstByteMs, '←', markup`<pre><b>${status}</b>${headerLines(evidence.headers)}</pre>`)}
</tbody>
<tbody class="reads">
${evidence.body.map((read) => readRow(read, finding))}
</tbody>
<tbody>
${endRow(evidence)}
</tbody>
</table>`;
  return markup`<details class="wire">
<summary>Request ${exchange}: ${clip(request.method, 20)} ${clip(URL.parse(request.url)?.pathname ?? request.url, 200)}, ${clip(answer, 100)} in ${formatMilliseconds(endMs)}${again}</summary>
${scrolling(`Wire log of request ${exchange}: ${of}`, table)}
</details>`;
}

function row(kind: string, atMs: number | undefined, mark: string, content: Markup): Markup {
  const direction = { '→': 'sent', '←': 'received', '■': 'end' }[mark] ?? '';
  return markup`<tr class="${kind}"><td>${atMs?.toFixed(1)}</td><td><span aria-hidden="true">${mark}</span><span class="unseen">${direction}</span></td><td>${content}</td></tr>
`;
}

function requestRow({ request }: Evidence): Markup {
  const { method, url, headers, body } = request;
  return row(
    'sent',
    0,
    '→',
    markup`<pre><b>${clip(method, 20)} ${clip(url, HEADER_CHARACTERS)}</b>${headerLines(headers)}${
      body !== '' &&
      markup`

<span class="body">${clip(body, READ_CHARACTERS)}</span>`
    }</pre>`,
  );
}

function headerLines(headers: Evidence['headers']): Markup[] {
  return headers.map(
    ([name, value]) => markup`
${clip(name, HEADER_CHARACTERS)}: ${clip(value, HEADER_CHARACTERS)}`,
  );
}

function readRow(read: Evidence['body'][number], { atMs, actual }: FindingRecord): Markup {
  const here = atMs !== undefined && Math.abs(read.atMs - atMs) < SAME_MOMENT_MS;
  const note = here && markup`<span class="here">the finding is here</span>`;
  return row(
    here ? 'read found' : 'read',
    read.atMs,
    '←',
    markup`${note}<pre>${readText(clip(read.text, READ_CHARACTERS), here ? clip(actual, READ_CHARACTERS) : '')}</pre>`,
  );
}

/** Line feeds at the end become visible, because a blank line ends an event. */
function readText(text: string, marked: string): Markup {
  const shown = text.replace(/\n+$/, '');
  const feeds = markup`<i>${'⏎'.repeat(text.length - shown.length)}</i>`;
  const at = marked === '' ? -1 : shown.lastIndexOf(marked);
  if (at === -1) return markup`${shown}${feeds}`;
  const after = shown.slice(at + marked.length);
  return markup`${shown.slice(0, at)}<mark>${marked}</mark>${after}${feeds}`;
}

function endRow({ outcome, failure, endMs, bodyCut, sizeBytes }: Evidence): Markup {
  const size = sizeBytes > 0 && `, ${formatBytes(sizeBytes)}${bodyCut ? ', not all shown' : ''}`;
  const why = failure !== undefined && `: ${clip(failure, HEADER_CHARACTERS)}`;
  return row('end', endMs, '■', markup`${clip(outcome, 100)}${why}${size}`);
}
