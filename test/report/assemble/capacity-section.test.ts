import { expect, test } from 'vitest';
import { findCapacity } from '../../../src/measure/capacity/find-capacity.ts';
import {
  type CapacityFacts,
  capacityObjectives,
  capacityReport,
} from '../../../src/report/assemble/capacity-section.ts';
import { decide } from '../../../src/report/assemble/outcome.ts';
import { html } from '../../../src/report/formats/html.ts';
import { markdown } from '../../../src/report/formats/markdown.ts';
import { text } from '../../../src/report/formats/text.ts';
import { saturatedSentence, stepNote } from '../../../src/report/phrases/capacity-sentences.ts';
import type { CapacityReport, CapacityStep } from '../../../src/report/schema/capacity.ts';
import type { Objective } from '../../../src/report/schema/run-report.ts';
import { type SimulatedGateway, simulated } from '../../measure/capacity/simulated-gateway.ts';
import { foundKnee, unservedStep, weakGenerator } from '../sample-capacity.ts';

test.each([
  ['html', html],
  ['markdown', markdown],
  ['text', text],
])(
  'capacity in %s: knee, interval, limit, overload throughput, scaling law and plan are shown',
  (_, format) => {
    const output = format.render(foundKnee()).replace(/\s+/g, ' ');
    expect(output.replace('(knee),', '(knee): 40.1 req/s,')).toContain(
      'Maximum sustainable rate (knee): 40.1 req/s, 95 % CI 39.6–40.7 req/s, constant arrivals',
    );
    expect(output).toContain('The gateway is the limit');
    expect(output).toContain('the gateway still completed 39.9 req/s.');
    expect(output).toContain('from 5 steps: λ 5.40 req/s, σ 0.0123');
    expect(output).toContain('18 instances of this gateway (18–19 over the interval)');
    expect(output).toContain('whether the gateways share a database');
  },
);

test('capacity in HTML: latency and completed rate are drawn against the offered rate', () => {
  const page = html.render(foundKnee());
  expect(page).toContain('aria-label="Median latency from the scheduled start');
  expect(page).toContain('aria-label="Completed rate: 4/s at 4/s offered to ');
  expect(page.match(/class="sustained"/g)).toHaveLength(6);
  expect(page.match(/class="missed"/g)).toHaveLength(4);
  expect(page).toContain('class="line equal"');
  expect(page).toContain('class="knee"');
  expect(shownOf(page)).not.toMatch(/NaN|Infinity|undefined/);
});

test('capacity in HTML: the coefficients of a scaling law that does not fit are hidden', () => {
  const report = foundKnee();
  const scaling = { lambda: 5, sigma: 0.01, kappa: 0.0001, r2: 0.92, points: 5 };
  const page = html.render({
    ...report,
    capacity: report.capacity && { ...report.capacity, scaling },
  });
  expect(page).toMatch(/<summary>Scaling law: does not fit \(R² 0\.92\)<\/summary>\s<p>[^<]*λ/);
});

test('capacity: an unknown knee is explained, and is not drawn', () => {
  const report = weakGenerator();
  expect(text.render(report)).toContain('The maximum sustainable rate is unknown.');
  expect(html.render(report)).not.toContain('class="knee"');
  expect(shownOf(html.render(report))).not.toMatch(/NaN|Infinity|undefined/);
});

test.each<[string, Partial<CapacityStep>, string]>([
  ['timed out', { errors: 200, timedOut: 200 }, '50 % of the requests were not answered in time'],
  ['were cut by the end', { overdue: 100 }, '25 % of the requests were not answered in time'],
  ['got 429', { throttled: 100 }, '25 % of the requests were rejected'],
  ['got 503', { errors: 100, refused: 100 }, '25 % of the requests were rejected'],
  ['got 500', { errors: 100 }, '25 % of the requests failed'],
  [
    'failed in each way',
    { errors: 140, timedOut: 80, refused: 20, throttled: 20, overdue: 20 },
    '25 % of the requests were not answered in time, 10 % were rejected, 10 % failed',
  ],
])('capacity: a step is missed with the share of the requests that %s', (_, counts, note) => {
  expect(stepNote(unservedStep(counts))).toBe(note);
});

async function reportOf(...search: Parameters<typeof factsOf>): Promise<CapacityReport> {
  return capacityReport(await factsOf(...search));
}

async function factsOf(gateway: SimulatedGateway, timeLimitMs = 300_000): Promise<CapacityFacts> {
  const range = { from: 4, to: 2000 };
  const wish = {
    ...range,
    stepMs: 6000,
    timeLimitMs,
    inFlight: 2000,
    arrivals: 'constant',
  } as const;
  const findings = await findCapacity(wish, simulated(gateway));
  const facts = { scenario: 'chat', arrivals: 'constant', judges: [], searchMs: 0 } as const;
  return { ...facts, findings, to: range.to };
}

test('capacity: a generator that is the limit gives no throughput of the gateway', async () => {
  const report = await reportOf({ slots: 1000, serviceTimeMs: 10, generatorLimit: 100 });
  expect(report.limitedBy).toBe('generator');
  expect(report.saturated).toBeUndefined();
  expect(saturatedSentence(report)).toBeUndefined();
});

test('capacity: an overloaded gateway has the throughput of its step', async () => {
  const report = await reportOf({ slots: 8, serviceTimeMs: 200, noiseMs: 3 });
  expect(report.saturated?.throughput).toBeCloseTo(40, 0);
  const row = report.steps.find(({ arrivalRate }) => arrivalRate === report.saturated?.arrivalRate);
  expect(row?.completedRate).toBe(report.saturated?.throughput);
  expect(saturatedSentence(report)).toMatch(
    /^Overloaded at [\d.]+ req\/s, the gateway still completed/,
  );
});

test('capacity: an interval that is too wide is inconclusive and has no plan', () => {
  const report = foundKnee();
  const { capacity } = report;
  if (capacity?.knee === undefined || capacity.knee === null) throw new Error('no knee');
  const confidence = { low: 33.4, high: 40, level: 0.95 };
  const { plan: _, ...rest } = capacity;
  const wide: CapacityReport = {
    ...rest,
    arrivals: 'poisson',
    knee: { arrivalRate: 38.45, confidence, settled: false, tooWide: true },
  };
  const sentence =
    'The maximum sustainable rate is uncertain: 95 % CI 33.4–40.0 req/s, poisson arrivals, reaches more than 10 % to one side of 38.5 req/s. A longer search narrows it: --time-limit.';
  const deciding = { interrupted: false, harnessErrors: [], rules: [], judgedShare: 1 };
  expect(decide({ ...deciding, slo: [], capacity: wide })).toEqual({
    outcome: 'inconclusive',
    exitCode: 2,
    reasons: [sentence],
  });
  const wanted: Objective = {
    objective: 'knee >= 30/s',
    operation: 'all',
    met: true,
    measured: 38.45,
    limit: 30,
    unit: '/s',
  };
  expect(decide({ ...deciding, slo: [wanted], capacity: wide }).exitCode).toBe(0);
  const rendered = text.render({ ...report, capacity: wide }).replace(/\s+/g, ' ');
  expect(rendered).toContain(sentence);
});

test('capacity: requests cut off at the end of a step after a long wait are named', async () => {
  const report = await reportOf({ slots: 100, serviceTimeMs: 20, hangsEvery: 2 }, 100_000);
  const notes = report.steps.map((step) => stepNote(step));
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes) expect(note).toBe('50 % of the requests were not answered in time');
});

const RARE = { slots: 100, serviceTimeMs: 10, objectives: ['transcription e2e p95 < 5s'] };

test('capacity: an objective that no run measured is named, and is not a miss', async () => {
  const report = await reportOf(RARE);
  expect(report.reason).toBe(
    'The search was cut short. No rate was sustained. Nothing was measured for `transcription e2e p95 < 5s` at any rate. Longer steps (--step-duration) may help, or a scenario that sends more of these requests.',
  );
  expect(report.steps).toMatchObject([
    { outcome: 'inconclusive', met: null, sustainedRuns: 0, repeats: 3 },
  ]);
  expect(report.steps.map(stepNote)).toEqual([
    'nothing was measured for `transcription e2e p95 < 5s`',
  ]);
});

test('capacity: more time is not suggested where an objective was not measured', async () => {
  const { limitedBy, reason } = await reportOf(RARE, 12_000);
  expect(limitedBy).toBe('time');
  expect(reason).toContain('Nothing was measured for `transcription e2e p95 < 5s` at any rate.');
  expect(reason).not.toContain('A longer search may find it');
});

test('capacity: an objective that the last rate did not measure is named with the rate', async () => {
  const report = await reportOf({ ...RARE, transcriptions: [0] });
  expect(report.reason).toContain(
    'The highest sustained rate is 4 req/s. At 8 req/s nothing was measured for `transcription e2e p95 < 5s`.',
  );
  expect(report.steps.map(stepNote)).toEqual([
    '',
    'nothing was measured for `transcription e2e p95 < 5s`',
  ]);
});

test('capacity: runs that did not measure an objective are counted separately', async () => {
  const { steps } = await reportOf({ ...RARE, transcriptions: [0, 2] }, 60_000);
  expect(steps[1]).toMatchObject({
    arrivalRate: 8,
    outcome: 'sustained',
    sustainedRuns: 1,
    repeats: 2,
  });
  expect(steps.slice(0, 2).map(stepNote)).toEqual([
    '',
    'nothing was measured for `transcription e2e p95 < 5s` in 1 of 2 runs',
  ]);
});

test('capacity: an objective is not missed by runs that did not measure it', () => {
  const rare = {
    objective: 'images e2e p95 < 5s',
    metIn: 1,
    measuredIn: 1,
    measured: 90,
    unit: 'ms',
  };
  const often = {
    objective: 'chat e2e p95 < 1s',
    metIn: 0,
    measuredIn: 3,
    measured: 1200,
    unit: 'ms',
  };
  const objectives = [rare, often];
  const step = unservedStep({ keptUp: true, met: false, repeats: 3, objectives });
  expect(stepNote(step)).toBe(
    '`chat e2e p95 < 1s` was missed; nothing was measured for `images e2e p95 < 5s` in 2 of 3 runs',
  );
});

test('capacity: a step whose requests timed out before the limit is not judged, and is not a miss', () => {
  const untold = { objective: 'chat e2e p95 < 90s', metIn: 0, measuredIn: 1, measured: null };
  const objectives = [{ ...untold, unit: 'ms' }];
  const step = unservedStep({ keptUp: true, met: false, objectives });
  expect(stepNote(step)).toBe(
    '`chat e2e p95 < 90s` could not be judged: requests timed out before the limit',
  );
});

const WANTED: Objective = {
  objective: 'knee >= 50/s',
  operation: 'all',
  met: null,
  measured: 40.06,
  limit: 50,
  unit: '/s',
};

test('capacity: a wanted rate is an objective with its margin', async () => {
  const facts = await factsOf({ slots: 8, serviceTimeMs: 200, noiseMs: 3 });
  const findings = { ...facts.findings, reaches: false };
  const [objective] = capacityObjectives({ ...facts, findings, atLeast: 50 });
  const { measured, margin } = objective ?? {};
  expect(measured).toBeCloseTo(40, 0);
  expect(margin).toEqual({
    value: (measured ?? 0) - 50,
    percentOfLimit: 2 * ((measured ?? 0) - 50),
  });
});

test.each([
  ['a knee without a wanted rate', foundKnee(), [], 0],
  ['a knee below the wanted rate', foundKnee(), [{ ...WANTED, met: false }], 1],
  ['a knee of which the wanted rate is undecided', foundKnee(), [WANTED], 2],
  ['no knee', weakGenerator(), [], 2],
  ['no knee, but the wanted rate is sustained', weakGenerator(), [{ ...WANTED, met: true }], 0],
])('capacity: %s has its own exit code', (_, { capacity }, slo, exitCode) => {
  const facts = { interrupted: false, harnessErrors: [], rules: [], judgedShare: 1 };
  expect(decide({ ...facts, slo, ...(capacity && { capacity }) }).exitCode).toBe(exitCode);
});

/** The page without its program. */
function shownOf(page: string): string {
  return page.replaceAll(/<script>[\s\S]*?<\/script>/g, '');
}

test('capacity: the reason names a rate above the sustained ones, not a passing trouble below them', async () => {
  const { reason } = await reportOf({ slots: 64, serviceTimeMs: 200, noiseMs: 3, hiccups: [4] });
  const [, rate] = /^The gateway is the limit: at ([\d.]+) req/.exec(reason) ?? [];
  expect(Number(rate)).toBeGreaterThan(300);
});

test('capacity: failures that do not depend on the rate are not taken for its limit', async () => {
  const { reason } = await reportOf({ slots: 64, serviceTimeMs: 200, noiseMs: 3, failsEvery: 33 });
  expect(reason).toMatch(
    /But at [\d.]+ req\/s it completed [\d.]+ req\/s, as fast as before: failed or rejected requests end the search, and not its capacity\./,
  );
});

test.each([
  ['a queue', { slots: 8, serviceTimeMs: 200 }],
  ['a queue that also fails now and then', { slots: 8, serviceTimeMs: 200, failsEvery: 2000 }],
])('capacity: the limit of %s is stated without a remark on failures', async (_, gateway) => {
  const { reason } = await reportOf({ noiseMs: 3, ...gateway });
  expect(reason).toContain('The gateway is the limit');
  expect(reason).not.toContain('But at');
});
