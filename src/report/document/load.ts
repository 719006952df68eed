import { spreadCharts } from '../charts/timeline-charts.ts';
import { jobSentence } from '../phrases/job-figures.ts';
import {
  formatCount,
  formatMilliseconds,
  formatShare,
  optionalRate,
} from '../phrases/number-format.ts';
import { goodShare, loadedOperations, operationNotes } from '../phrases/operation-figures.ts';
import {
  abortSentence,
  arrivalSentence,
  hasArrivalCounts,
  healthSentence,
  judgedSentence,
} from '../phrases/sentences.ts';
import { VERDICT_MARK, VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type { LoadReport, Violation } from '../schema/load.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Figures } from '../schema/traffic.ts';
import { DEFINITIONS } from './definitions.ts';
import {
  type Block,
  charts,
  factsOf,
  paragraph,
  type Row,
  rowsOf,
  type Section,
  section,
  type Words,
} from './document.ts';
import { latencySections } from './latency.ts';
import { secondsSection } from './seconds.ts';

/** The traffic, its latencies, the findings under load and the health of the generator. */
export function loadSection({ load, slo }: RunReport): Section | undefined {
  if (load === undefined) return undefined;
  const { health, abortedBy } = load;
  const isSound = health.healthy && hasArrivalCounts(health);
  return section(
    'Load',
    [
      paragraph(
        [arrivalSentence(load), judgedSentence(load), relaySentence(load)].join(' ').trim(),
      ),
      paragraph(abortedBy && abortSentence(abortedBy), { tone: 'fail' }),
      paragraph(healthSentence(health), { tone: isSound ? 'pass' : 'could-not-verify' }),
      secondsSection(load, slo),
      traffic(load),
      ...latencySections(load),
      section(
        'Percentile curves, and responses by time and latency',
        [charts(() => spreadCharts(load))],
        { folded: true, only: 'page' },
      ),
      violations(load),
      health.watched === true ? undefined : healthSection(load),
      section('Definitions of these figures', [factsOf(DEFINITIONS)], {
        folded: true,
        only: 'page',
      }),
    ],
    { id: 'load', aside: load.scenario },
  );
}

/** How much of the traffic was seen at both ends; undefined without an upstream. */
function relaySentence({ relays }: LoadReport): string | undefined {
  if (relays === undefined) return undefined;
  const { sent, matched, lost } = relays;
  const forgotten =
    lost === 0
      ? ''
      : ` ${formatCount(lost)} were not compared, because the memory for them was full.`;
  const found = `Both ends: ${formatCount(matched)} of ${formatCount(sent)} requests were found upstream.`;
  const missing =
    matched === 0 && sent > 0 ? ' Configure the gateway to use the upstream as its provider.' : '';
  return `${found}${forgotten}${missing}`;
}

const COLUMNS = [
  'Operation',
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

/** One row for each operation: how many requests, and their results. */
function traffic(load: LoadReport): Section {
  const rows = loadedOperations(load).map(([operation, figures]) => trafficRow(operation, figures));
  const table: Block = {
    kind: 'table',
    name: 'Traffic of each operation',
    columns: COLUMNS.map((title) => ({ title })),
    groups: rowsOf(rows),
  };
  return section('Traffic', [
    rows.length === 0 ? paragraph('No request was completed.') : table,
    paragraph(jobSentence(load)),
  ]);
}

function trafficRow(operation: string, figures: Figures): Row {
  const { exchanges, errorRate, throttled, aborted } = figures;
  const notes = operationNotes(figures);
  return {
    name: [{ code: operation }],
    cells: [
      formatCount(exchanges),
      optionalRate(figures.throughput),
      formatShare(errorRate),
      formatCount(throttled),
      formatCount(aborted),
      optionalRate(figures.goodput),
      goodShare(figures),
      optionalRate(figures.tokensPerSecond),
      optionalRate(figures.goodTokensPerSecond),
    ],
    ...(notes.length > 0 && { notes: [notes.join('; ')] }),
  };
}

/** How often each rule was violated, by operation; the evidence stands with the rule. */
function violations({ violations: all }: LoadReport): Section {
  const none = paragraph('None: no response that was checked violates a rule.');
  const list: Block = { kind: 'list', items: all.map(violationWords) };
  return section('Findings under load', [all.length === 0 ? none : list], { only: 'page' });
}

function violationWords({ rule, level, operation, count }: Violation): Words {
  const tone = VERDICT_OF_LEVEL[level];
  return [
    { mark: VERDICT_MARK[tone], tag: tone, tone },
    ' ',
    { link: rule, to: `rule-${rule}` },
    ` ${formatCount(count)} × in ${operation}`,
  ];
}

function healthSection({ health, dropped, groups }: LoadReport): Section {
  const facts: readonly (readonly [name: string, words: string])[] = [
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
  return section('Health of the load generator', [factsOf(facts)], { only: 'page' });
}
