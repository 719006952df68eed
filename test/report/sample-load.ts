import type {
  LoadReport,
  TimelineColumn,
  TimelineReport,
  Violation,
} from '../../src/report/schema/load.ts';
import type { Objective } from '../../src/report/schema/run-report.ts';
import type { Figures, OperationLoad, Percentiles } from '../../src/report/schema/traffic.ts';

export function objectives(chatP99Ms: number): Objective[] {
  return [
    {
      objective: 'chat ttft p95 < 400ms',
      operation: 'chat',
      met: true,
      measured: 96.4,
      limit: 400,
      unit: 'ms',
      margin: { value: 303.6, percentOfLimit: 75.9 },
    },
    {
      objective: 'chat e2e p99 < 800ms',
      operation: 'chat',
      met: chatP99Ms < 800,
      measured: chatP99Ms,
      limit: 800,
      unit: 'ms',
      margin: { value: 800 - chatP99Ms, percentOfLimit: (800 - chatP99Ms) / 8 },
    },
    {
      objective: 'all errors <= 0%',
      operation: 'all',
      met: true,
      measured: 0,
      limit: 0,
      unit: '%',
      margin: { value: 0, percentOfLimit: null },
    },
  ];
}

export function load(options: { seconds?: number; violations?: Violation[] }): LoadReport {
  const seconds = options.seconds ?? 30;
  return {
    scenario: 'mixed',
    workload: { scenario: 'mixed', model: 'open', arrivalRate: '50/s', duration: `${seconds}s` },
    durationMs: seconds * 1000,
    exchanges: seconds * 50,
    judgedExchanges: seconds * 50,
    judgedShare: 1,
    groups: { judged: 212, notJudged: 0 },
    dropped: { bodies: 0, timings: 0 },
    arrivalRate: { offered: 50, started: 49.97 },
    operations: operations(),
    violations: options.violations ?? [],
    series: series(seconds),
    timeline: timeline(seconds),
    health: health(seconds),
  };
}

export function health(seconds: number): LoadReport['health'] {
  return {
    healthy: true,
    seconds,
    unhealthySeconds: 0,
    scheduled: seconds * 50,
    started: seconds * 50,
    notStarted: 0,
    interrupted: 0,
    latenessP99Ms: 1.84,
    latenessMaxMs: 4.9,
    schedulerLatencyP99Ms: 0.31,
    tickerLatenessMaxMs: 2.2,
  };
}

function percentiles(p50: number, spread: number, count: number): Percentiles {
  return {
    p50,
    p90: p50 * (1 + spread * 0.3),
    p95: p50 * (1 + spread * 0.5),
    p99: p50 * (1 + spread),
    max: p50 * (1 + spread * 1.9),
    count,
  };
}

function figures(exchanges: number, e2eMs: number): Figures {
  return {
    exchanges,
    throughput: exchanges / 30,
    errorRate: 0,
    errors: {},
    throttled: 0,
    throttledShare: 0,
    inFlightRefusals: 0,
    aborted: 0,
    cutByEnd: 0,
    goodput: exchanges / 30,
    goodRatio: 1,
    e2eMs: percentiles(e2eMs, 0.8, exchanges),
    e2eFromIntendedMs: percentiles(e2eMs + 0.9, 0.82, exchanges),
  };
}

function streamed(exchanges: number, e2eMs: number): Figures {
  return {
    ...figures(exchanges, e2eMs),
    tokensPerSecond: (exchanges * 32) / 30,
    goodTokensPerSecond: (exchanges * 31) / 30,
    coalesced: 14,
    ttftMs: percentiles(51.2, 0.9, exchanges),
    itlMs: percentiles(5.03, 1.4, exchanges * 31),
    tpotMs: percentiles(5.06, 0.2, exchanges),
    ttftFromIntendedMs: percentiles(52.1, 0.95, exchanges),
  };
}

function operations(): Record<string, OperationLoad> {
  return {
    chat: {
      ...streamed(612, 208),
      errorRate: 0.0049,
      errors: { 'status 502': 2, 'timed-out': 1 },
      throttled: 14,
      throttledShare: 14 / 626,
      aborted: 21,
      modes: { body: figures(204, 201), stream: streamed(408, 212) },
    },
    responses: streamed(268, 219),
    images: figures(120, 302),
    transcription: figures(140, 188),
    'video-create': figures(90, 11.4),
    'video-read': { ...figures(180, 2.31), cutByEnd: 2 },
    'video-cancel': figures(90, 3.02),
  };
}

function series(seconds: number): LoadReport['series'] {
  return Array.from({ length: seconds }, (_, atS) => {
    const wave = Math.sin(atS / 3) + Math.sin(atS * 1.7) / 2;
    const slow = atS === 19 ? 2.4 : 1;
    return {
      atS,
      scheduled: 50,
      started: atS === 19 ? 44 : 50 + (atS === 20 ? 6 : 0),
      inFlight: Math.round((11 + wave * 2) * slow),
      completed: 49,
      errors: atS === 19 ? 3 : 0,
      e2eP50Ms: 206 + wave * 6,
      e2eP99Ms: (352 + wave * 24) * slow,
      ttftP50Ms: 51.2 + wave,
      ttftP99Ms: (88 + wave * 7) * slow,
    };
  });
}

/** Chat in both modes with a slow second and errors, and images too few for a p95. Fabricated. */
function timeline(seconds: number): TimelineReport {
  return {
    widthS: 1,
    binRatio: 1.25,
    operations: [
      {
        operation: 'images',
        mode: 'body',
        columns: columns(seconds, 4, 302),
        curve: curve(302, 2),
      },
      { operation: 'chat', mode: 'body', columns: columns(seconds, 21, 201), curve: curve(201, 3) },
      {
        operation: 'chat',
        mode: 'stream',
        columns: columns(seconds, 24, 212).map(withTokens),
        curve: curve(212, 4),
      },
    ],
  };
}

function columns(seconds: number, good: number, ms: number): TimelineColumn[] {
  return Array.from({ length: seconds }, (_, atS) => {
    const p50 = ms * (1 + Math.sin(atS / 3) / 20);
    const slow = atS === 19 ? 2.4 : 1;
    return {
      atS,
      good,
      ...(atS === 19 && { failed: 3, throttled: 2 }),
      e2eP50Ms: p50,
      e2eP95Ms: p50 * 1.3 * slow,
      heat: `${Math.floor(Math.log(ms) / Math.log(1.25))}:${good - 2},1,0,1`,
    };
  });
}

function withTokens(column: TimelineColumn): TimelineColumn {
  return { ...column, ttftP50Ms: 51.2, ttftP95Ms: column.atS === 19 ? 140 : 66 };
}

/** @param nines how deep the curve goes: 2 to p99, 3 to p99.9 */
function curve(ms: number, nines: number): Record<string, number> {
  const percents = [1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99];
  const known = percents.filter((percent) => percent <= 100 - 10 ** (2 - nines) + 1e-9);
  return Object.fromEntries([
    ...known.map((percent) => [String(percent), ms * (1 - Math.log10(1 - percent / 100) / 4)]),
    ['100', ms * 2.6],
  ]);
}
