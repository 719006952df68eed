import { expect, test } from 'vitest';
import { type StepRun, stepOutcomeOf } from '../../../src/measure/capacity/step-outcome.ts';
import type { ComplianceResult } from '../../../src/measure/compliance.ts';
import { healthOf } from '../../../src/measure/generator-health.ts';
import { parseObjective } from '../../../src/measure/objective.ts';
import { Sample } from '../../../src/measure/sample.ts';
import { exchange } from '../exchange-builder.ts';

const STEADY = { keepsUp: true, slope: 0 };
const BEHIND = { keepsUp: false, slope: 0.2 };
const JUMP = { keepsUp: null, slope: 0.05 };
const TOTALS = { scheduled: 400, started: 400, notStarted: 0, interrupted: 0 };
const LATE = healthOf(
  Array.from({ length: 8 }, () => ({
    atMs: 1000,
    latenessP99Ms: 400,
    latenessMaxMs: 500,
    schedulerLatencyP99Ms: 1,
    tickerLatenessMaxMs: 1,
  })),
  TOTALS,
);

/** A step at 40/s that was held, with answers of 200 ms, except for what a test changes. */
function run(changes: Partial<StepRun> = {}, answersMs = 200): StepRun {
  return {
    measure: measured({ good: 300, ms: answersMs }),
    compliance: [],
    trend: STEADY,
    trendFromSend: STEADY,
    throughput: 40,
    saturated: undefined,
    overdue: 0,
    inFlight: 8,
    arrivalRate: 40,
    startedRate: 40,
    inFlightLimit: 400,
    exhausted: false,
    health: healthOf([], TOTALS),
    schedulerMs: 0.3,
    measuredMs: 6000,
    ...changes,
  };
}

function measured({ good = 0, failed = 0, throttled = 0, cut = 0, ms = 200 }): Sample {
  const measure = new Sample();
  const timings = { e2eMs: ms, e2eFromIntendedMs: ms, itlMs: [], tokens: 0 };
  const answered = {
    exchange: exchange(),
    mode: 'body',
    resultClass: { kind: 'good' },
    timings,
  } as const;
  for (let count = 0; count < good; count += 1) measure.add(answered, true);
  measure.failed = failed;
  measure.throttled = throttled;
  measure.cut = cut;
  return measure;
}

const BEHIND_BOTH = { trend: BEHIND, trendFromSend: BEHIND };
const UNKNOWN_CREDENTIAL: ComplianceResult = {
  objective: parseObjective('transcription e2e p95 < 5s'),
  met: null,
  measured: null,
};
const UNSEEN: ComplianceResult = { ...UNKNOWN_CREDENTIAL, unobserved: true };
const MISSED: ComplianceResult = { ...UNKNOWN_CREDENTIAL, met: false, measured: 9000 };
const NOT_SENT = healthOf([], { ...TOTALS, started: 300, notStarted: 100 });

test.each<[string, string, StepRun]>([
  ['that kept up', 'held', run()],
  ['that kept up while arrivals were late', 'held', run({ health: LATE })],
  ['that fell behind', 'missed', run(BEHIND_BOTH)],
  ['with one jump', 'unclear', run({ trend: JUMP, trendFromSend: JUMP })],
  ['with 2 % of 429', 'missed', run({ measure: measured({ good: 294, throttled: 6 }) })],
  ['with 2 % of errors', 'missed', run({ measure: measured({ good: 294, failed: 6 }) })],
  ['with 2 % of requests overdue when the end cut them', 'missed', run({ overdue: 6 })],
  ['with few in flight at its end', 'held', run({ measure: measured({ good: 292, cut: 8 }) })],
  [
    'with all iterations waiting for requests that are never answered',
    'missed',
    run({ exhausted: true, health: NOT_SENT, overdue: 50 }),
  ],
  ['behind only because arrivals were late', 'generator', run({ trend: BEHIND, health: LATE })],
  [
    'behind from the send on as well, with late arrivals',
    'missed',
    run({ ...BEHIND_BOTH, health: LATE }),
  ],
  ['behind with a starved generator', 'generator', run({ ...BEHIND_BOTH, schedulerMs: 300 })],
  [
    'with all iterations busy and answers as fast as before',
    'in-flight',
    run({ exhausted: true, health: NOT_SENT }),
  ],
  ['with all iterations busy and slower answers', 'missed', run({ exhausted: true }, 900)],
  ['without observations for an objective', 'unjudged', run({ compliance: [UNSEEN] })],
  [
    'without observations for one objective that missed another',
    'missed',
    run({ compliance: [UNSEEN, MISSED] }),
  ],
  [
    'without observations for an objective that fell behind',
    'missed',
    run({ ...BEHIND_BOTH, compliance: [UNSEEN] }),
  ],
  [
    'with requests that timed out below the limit',
    'missed',
    run({ compliance: [UNKNOWN_CREDENTIAL] }),
  ],
  ['with a quarter of its requests not sent', 'generator', run({ health: NOT_SENT })],
])('step: one %s is %s', (_, outcome, step) => {
  expect(stepOutcomeOf(step, 200)).toBe(outcome);
});
