import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatMilliseconds } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import type { Moment, UpstreamEvidence } from '../../../schema/both-ends.ts';
import type { FindingRecord } from '../../../schema/finding.ts';

/**
 * Both ends side by side: what the caller did and saw, what the upstream got and wrote, on one time
 * line; then each upstream request.
 * @param of names the region apart from those of other findings
 */
export function bothEnds({ timeline, upstream }: FindingRecord, of: string): Markup | false {
  if (timeline === undefined || upstream === undefined) return false;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Both ends: ${of}"><table class="lanes">
<thead><tr><th scope="col">Time</th><th scope="col">Caller</th><th scope="col">Upstream</th></tr></thead>
<tbody>
${timeline.map(row)}</tbody>
</table></div>
${upstream.map((each) => upstreamLog(each))}`;
}

function row({ atMs, end, what }: Moment): Markup {
  const [caller, upstream] = end === 'caller' ? [what, ''] : ['', what];
  return markup`<tr><th scope="row">${formatMilliseconds(atMs)}</th><td>${clip(caller, 300)}</td><td>${clip(upstream, 300)}</td></tr>
`;
}

function upstreamLog(evidence: UpstreamEvidence): Markup {
  const { exchange, method, path, headers, body, status, answer, outcome } = evidence;
  const head = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return markup`<details><summary>Upstream request ${exchange}: ${clip(method, 20)} ${clip(path, 60)}, ${status ?? outcome}</summary>
<pre>${clip(head.join('\n'), 4000)}

<span class="body">${clip(body, 8000)}</span></pre>
<pre><span class="body">${clip(answer, 6000)}</span></pre></details>
`;
}
