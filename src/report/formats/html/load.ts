import { type Markup, markup } from '../../phrases/markup.ts';
import { formatCount, formatMilliseconds } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import {
  abortSentence,
  arrivalSentence,
  hasArrivalCounts,
  healthSentence,
  judgedSentence,
} from '../../phrases/sentences.ts';
import { VERDICT_MARK } from '../../phrases/verdicts.ts';
import type { GeneratorHealth, LoadReport } from '../../schema/load.ts';
import type { RunReport } from '../../schema/run-report.ts';
import { definitions } from './definitions.ts';
import { latencyTable } from './latency.ts';
import { seriesCharts } from './series.ts';
import { trafficTable } from './traffic.ts';
import { violationList } from './violations.ts';

/** What the load sent, what came back how fast, and how far the generator can be believed. */
export function loadSection(report: RunReport): Markup | undefined {
  const { load } = report;
  if (load === undefined) return undefined;
  return markup`<p class="lead">${clip(load.scenario, 100)}: ${arrivalSentence(load)} ${judgedSentence(load)}</p>
${abortNote(load)}${healthNote(load.health)}
<h3>Second by second</h3>
${seriesCharts(load)}
<h3>Traffic</h3>
${trafficTable(load)}
<h3>Latency</h3>
${latencyTable(load)}
<h3>Findings under load</h3>
${violationList(load, report.rules)}
<h3>The generator's health</h3>
${healthFacts(load)}
${definitions()}`;
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
    ['Arrivals asked for', formatCount(health.scheduled)],
    ['Started', formatCount(health.started)],
    ['Not started', formatCount(health.notStarted)],
    ['Interrupted', formatCount(health.interrupted)],
    [
      'Seconds out of bounds',
      `${formatCount(health.unhealthySeconds)} of ${formatCount(health.seconds)}`,
    ],
    ['Lateness of arrivals, p99 of the worst second', formatMilliseconds(health.latenessP99Ms)],
    ['Lateness of arrivals, worst', formatMilliseconds(health.latenessMaxMs)],
    [
      'Scheduler latency, p99 of the worst second',
      formatMilliseconds(health.schedulerLatencyP99Ms),
    ],
    ['Lateness of the ticker, worst', formatMilliseconds(health.tickerLatenessMaxMs)],
    [
      'Groups judged',
      `${formatCount(groups.judged)} of ${formatCount(groups.judged + groups.notJudged)}`,
    ],
    [
      'Bodies and timings lost in the tap',
      `${formatCount(dropped.bodies)} and ${formatCount(dropped.timings)}`,
    ],
  ];
  return markup`<dl class="facts even">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
