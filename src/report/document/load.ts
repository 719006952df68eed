import { present } from '../../input/defined.ts';
import { spreadCharts } from '../charts/timeline-charts.ts';
import {
  firstNames,
  formatCount,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
  optionalRate,
} from '../phrases/number-format.ts';
import {
  goodShare,
  jobSentence,
  loadedOperations,
  operationNotes,
} from '../phrases/operation-figures.ts';
import {
  abortSentence,
  arrivalSentence,
  hasArrivalCounts,
  healthSentence,
  judgedSentence,
} from '../phrases/sentences.ts';
import { VERDICT_OF_LEVEL } from '../phrases/verdicts.ts';
import type { LoadReport, Violation } from '../schema/load.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Figures } from '../schema/traffic.ts';
import {
  type Block,
  charts,
  factsOf,
  paragraph,
  type Row,
  rowsOf,
  type Section,
  section,
  verdictTag,
  type Words,
} from './document.ts';
import { latencySections, secondsSection } from './latency.ts';

/** The traffic, its latencies, the findings under load and the health of the generator. */
export function loadSection({ load, slo, rules }: RunReport): Section | undefined {
  if (load === undefined) return undefined;
  const { health, abortedBy } = load;
  const isSound = health.healthy && hasArrivalCounts(health);
  return section(
    'Load',
    [
      paragraph(
        present([
          arrivalSentence(load),
          judgedSentence(load),
          relaySentence(load),
          addressSentence(load),
        ]).join(' '),
      ),
      paragraph(abortedBy && abortSentence(abortedBy), { tone: 'fail' }),
      paragraph(healthSentence(health), { tone: isSound ? 'pass' : 'could-not-verify' }),
      secondsSection(load, slo),
      traffic(load),
      // Who looks for what failed finds it first.
      ...latencySections(
        load,
        rules.some(({ verdict }) => verdict === 'fail'),
      ),
      section(
        'Percentile curves, and responses by time and latency',
        [charts(() => spreadCharts(load))],
        { folded: true, only: 'page' },
      ),
      slowest(load),
      violations(load),
      health.watched === true ? undefined : healthSection(load, isSound),
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

/** To which addresses connections went; undefined where there was only one. */
function addressSentence({ connections = [] }: LoadReport): string | undefined {
  if (connections.length < 2) return undefined;
  const reached = connections.filter(({ opened }) => opened > 0);
  const counts = reached.map(({ address, opened }) => `${address} (${formatCount(opened)})`);
  const refused = connections.filter(({ failed }) => failed > 0);
  const failures = refused.map(({ address, failed }) => `${address} (${formatCount(failed)})`);
  return [
    `Connections went to ${formatNumberOf(reached.length, 'address', 'addresses')}: ${firstNames(counts, MOST_NAMED)}.`,
    ...(failures.length > 0
      ? [`Connections that could not be opened: to ${firstNames(failures, MOST_NAMED)}.`]
      : []),
  ].join(' ');
}

const MOST_NAMED = 8;

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

/** The traces of the slowest requests, which show where their time went; undefined without traces. */
function slowest({ slowest: all = [] }: LoadReport): Section | undefined {
  if (all.length === 0) return undefined;
  const rows = all.map(({ exchange, operation, mode, e2eMs, ttftMs, trace }) => ({
    name: [{ code: operation }, ` ${mode}, request ${exchange}`],
    cells: [
      formatMilliseconds(e2eMs),
      ttftMs === undefined ? '–' : formatMilliseconds(ttftMs),
      [{ link: trace.id, url: trace.url }],
    ],
  }));
  const table: Block = {
    kind: 'table',
    name: 'Slowest requests with a trace',
    columns: [
      { title: 'Operation' },
      { title: 'Request latency' },
      { title: 'TTFT' },
      { title: 'Trace', text: true },
    ],
    groups: rowsOf(rows),
  };
  return section('Slowest requests with a trace', [table], { folded: true });
}

/** How often each rule was violated, by operation; the evidence stands with the rule. */
function violations({ violations: all }: LoadReport): Section {
  const none = paragraph('None: no response that was checked violates a rule.');
  const list: Block = { kind: 'list', items: all.map(violationWords) };
  return section('Findings under load', [all.length === 0 ? none : list], {
    folded: all.length > 0,
    only: 'page',
  });
}

function violationWords({ rule, level, operation, count }: Violation): Words {
  return [
    verdictTag(VERDICT_OF_LEVEL[level]),
    ' ',
    { link: rule, to: `rule-${rule}` },
    ` ${formatCount(count)} × in ${operation}`,
  ];
}

function healthSection(
  { health, dropped, groups, connections = [] }: LoadReport,
  folded: boolean,
): Section {
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
    ...(connections.length > 0 ? [['Connections opened', countOf(connections)] as const] : []),
    [
      'Groups of related requests checked',
      `${formatCount(groups.judged)} of ${formatCount(groups.judged + groups.notJudged)}`,
    ],
    [
      'Bodies and timings dropped by the engine',
      `${formatCount(dropped.bodies)} and ${formatCount(dropped.timings)}`,
    ],
  ];
  return section('Health of the load generator', [factsOf(facts)], { folded, only: 'page' });
}

function countOf(connections: NonNullable<LoadReport['connections']>): string {
  const opened = formatCount(connections.reduce((sum, each) => sum + each.opened, 0));
  const most = Math.max(...connections.map(({ mostStreams = 0 }) => mostStreams));
  return most === 0
    ? opened
    : `${opened}, with at most ${formatNumberOf(most, 'concurrent stream')}`;
}

/** The definition of every figure of a load, so that tools can be compared. */
const DEFINITIONS: readonly (readonly [name: string, words: string])[] = [
  ['Completed', 'good responses per second of the run'],
  [
    'Errors',
    'share of the good and failed requests that failed; responses with status 429, aborts by the load generator and requests cut off by the end of the run are excluded',
  ],
  ['429', 'responses with status 429 (throttled), not counted as errors'],
  [
    'Goodput',
    'responses per second that met every objective; beside it their share of the good and failed requests, with the count of those where the end of the run cut some off',
  ],
  [
    'Tokens',
    'events with content per second, of good responses; good tokens are those of responses that met every objective',
  ],
  ['TTFT', 'time to first token: from sending the request to the first token with content'],
  ['ITL', 'inter-token latency: each gap between two consecutive tokens of a response'],
  ['TPOT', '(request latency − TTFT) / (tokens − 1), one value per response'],
  ['Request latency', 'e2e: from sending the request to the last byte of the response'],
  [
    'From scheduled start',
    'from the time at which the request was scheduled: what a user waits, including queueing in the load generator',
  ],
  [
    'Idempotent replay',
    'from sending the request to the last byte of good responses to an idempotency key that had been answered before; it is in no other figure',
  ],
  [
    'Waited for the original',
    'the same for retries sent while an earlier request of their key was in flight, or after it was lost without a response, so that the gateway may still have been executing it; in no other figure',
  ],
  [
    'Create to end',
    'from sending the create request of a video job to the response that showed its end',
  ],
  [
    'Poll lag',
    'upper limit: from sending the last poll that showed a video job running to the response that showed its end; reported: from its completed_at to the Date of that response, to the second',
  ],
  [
    'Cancel',
    'from sending the first DELETE to the first response that showed the video job cancelled',
  ],
  [
    'Slow reader',
    'responses that the load generator read at a limited speed on purpose: no other figure includes their times',
  ],
  ['Percentiles', 'nearest rank, within 0.1 % of the exact value; max is exact'],
];
