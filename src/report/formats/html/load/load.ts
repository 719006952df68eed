import { type Markup, markup } from '../../../phrases/markup.ts';
import { formatCount, formatMilliseconds } from '../../../phrases/number-format.ts';
import { clip } from '../../../phrases/printable.ts';
import { relaySentence } from '../../../phrases/relay-sentence.ts';
import {
  abortSentence,
  arrivalSentence,
  hasArrivalCounts,
  healthSentence,
  judgedSentence,
} from '../../../phrases/sentences.ts';
import { VERDICT_MARK } from '../../../phrases/verdicts.ts';
import type { GeneratorHealth, LoadReport } from '../../../schema/load.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { seriesCharts } from '../charts/series.ts';
import { spreadCharts } from '../charts/timeline-charts.ts';
import { definitions } from './definitions.ts';
import { latencyTable } from './latency.ts';
import { trafficTable } from './traffic.ts';
import { violationList } from './violations.ts';

/** The traffic, its latencies, the findings under load and the generator's health. */
export function loadSection(report: RunReport): Markup | undefined {
  const { load } = report;
  if (load === undefined) return undefined;
  return markup`<p class="lead">${clip(load.scenario, 100)}: ${arrivalSentence(load)} ${judgedSentence(load)} ${relaySentence(load)}</p>
${abortNote(load)}${healthNote(load.health)}
<h3>Second by second</h3>
${seriesCharts(load, report.slo)}
<h3>Traffic</h3>
${trafficTable(load)}
<h3>Latency</h3>
${latencyTable(load)}
${spreadPart(load)}
<h3>Findings under load</h3>
${violationList(load)}
${
  load.health.watched !== true &&
  markup`<h3>Health of the load generator</h3>
${healthFacts(load)}
`
}${definitions()}`;
}

/** More of them fill several screens, and open on a click. */
const FEW_OPERATIONS = 4;

function spreadPart(load: LoadReport): Markup | false {
  const charts = spreadCharts(load);
  if (charts === false) return false;
  const isShort = (load.timeline?.operations.length ?? 0) <= FEW_OPERATIONS;
  return markup`<details class="definitions"${isShort && markup` open`}><summary>Percentile curves, and responses by time and latency</summary>
${charts}</details>`;
}

function abortNote({ abortedBy }: LoadReport): Markup | false {
  return (
    abortedBy !== undefined &&
    markup`<p class="callout fail"><span aria-hidden="true">✗</span> ${clip(abortSentence(abortedBy), 1000)}</p>
`
  );
}

function healthNote(health: GeneratorHealth): Markup {
  const verdict = health.healthy && hasArrivalCounts(health) ? 'pass' : 'could-not-verify';
  const mark = VERDICT_MARK[verdict];
  return markup`<p class="callout ${verdict}"><span aria-hidden="true">${mark}</span> ${clip(healthSentence(health), 1000)}</p>`;
}

function healthFacts({ health, dropped, groups }: LoadReport): Markup {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Arrivals scheduled', formatCount(health.scheduled)],
    ['Started', formatCount(health.started)],
    ['Not started', formatCount(health.notStarted)],
    ['Iterations cut off by the end of the run', formatCount(health.interrupted)],
    [
      'Seconds in which it could not keep up',
      `${formatCount(health.unhealthySeconds)} of ${formatCount(health.seconds)}`,
    ],
    ['Start delay, p99 of the worst second', formatMilliseconds(health.latenessP99Ms)],
    ['Start delay, maximum', formatMilliseconds(health.latenessMaxMs)],
    ['Scheduler delay, p99 of the worst second', formatMilliseconds(health.schedulerLatencyP99Ms)],
    ['Timer delay, maximum', formatMilliseconds(health.tickerLatenessMaxMs)],
    [
      'Groups of related requests checked',
      `${formatCount(groups.judged)} of ${formatCount(groups.judged + groups.notJudged)}`,
    ],
    [
      'Bodies and timings dropped by the engine',
      `${formatCount(dropped.bodies)} and ${formatCount(dropped.timings)}`,
    ],
  ];
  return markup`<dl class="facts even">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
