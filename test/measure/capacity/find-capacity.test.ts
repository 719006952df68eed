import { expect, test } from 'vitest';
import {
  type CapacityFindings,
  findCapacity,
} from '../../../src/measure/capacity/find-capacity.ts';
import type { CapacitySearch } from '../../../src/measure/capacity/step-duration.ts';
import { type SimulatedGateway, simulated } from './simulated-gateway.ts';

const SEARCH: CapacitySearch = {
  from: 4,
  to: 2000,
  stepMs: 6000,
  timeLimitMs: 300_000,
  inFlight: 2000,
  arrivals: 'constant',
};

async function search(gateway: SimulatedGateway, changed: Partial<CapacitySearch> = {}) {
  const runner = simulated({ ...gateway, ...(changed.arrivals && { arrivals: changed.arrivals }) });
  const findings = await findCapacity({ ...SEARCH, ...changed }, runner);
  return { ...findings, orders: runner.orders, tookMs: runner.now() };
}

function kneeOf({ knee }: CapacityFindings): number {
  return knee?.arrivalRate ?? Number.NaN;
}

test.each([
  [8, 200, 40],
  [4, 50, 80],
  [16, 400, 40],
  [2, 100, 20],
  [1, 250, 4],
  [32, 40, 800],
])(
  'capacity: that of %i slots at %i ms is found within 1.5 % in five minutes',
  async (slots, ms, perSecond) => {
    const found = await search({ slots, serviceTimeMs: ms, noiseMs: 3 });
    expect(found.limit).toBe('gateway');
    expect(found.settled).toBe(true);
    expect(Math.abs(kneeOf(found) / perSecond - 1)).toBeLessThan(0.015);
    expect(found.knee?.low).toBeLessThan(perSecond * 1.004);
    expect(found.knee?.high).toBeGreaterThan(perSecond * 0.996);
    expect(found.tookMs).toBeLessThan(300_000);
  },
);

test('capacity: it is found although a hiccup spoils some runs', async () => {
  const found = await search({ slots: 8, serviceTimeMs: 200, noiseMs: 3, hiccups: [2, 7, 9] });
  expect(Math.abs(kneeOf(found) / 40 - 1)).toBeLessThan(0.03);
});

test('capacity: both ends of the interval are tried again', async () => {
  const { runs } = await search({ slots: 8, serviceTimeMs: 200, noiseMs: 3 });
  const near = runs.filter(({ run }) => Math.abs(run.arrivalRate / 40 - 1) < 0.04);
  const held = near.filter(({ outcome }) => outcome === 'held');
  const missed = near.filter(({ outcome }) => outcome === 'missed');
  expect(held.length).toBeGreaterThanOrEqual(2);
  expect(missed.length).toBeGreaterThanOrEqual(2);
});

test('capacity: an objective that is missed below saturation determines the knee', async () => {
  // M/M/1 at μ = 100/s: the p95 of the sojourn time is ln(20) / (μ − λ), 60 ms at λ = 50/s.
  const found = await search(
    { slots: 1, serviceTimeMs: 10, exponential: true, objectives: ['chat e2e p95 < 60ms'] },
    { arrivals: 'poisson', timeLimitMs: 1_200_000, stepMs: 20_000 },
  );
  expect(Math.abs(kneeOf(found) / 50.07 - 1)).toBeLessThan(0.06);
  expect(Math.max(...found.orders.map(({ arrivalRate }) => arrivalRate))).toBe(64);
});

test('capacity: the search goes down from a first rate that is too high', async () => {
  const found = await search(
    { slots: 1, serviceTimeMs: 250, noiseMs: 2 },
    { from: 40, timeLimitMs: 600_000 },
  );
  expect(Math.abs(kneeOf(found) / 4 - 1)).toBeLessThan(0.02);
});

test('capacity: a rate that the generator cannot send is its limit, not the gateway’s', async () => {
  const found = await search({ slots: 1000, serviceTimeMs: 10, generatorLimit: 100 });
  expect(found.limit).toBe('generator');
  expect(found.knee).toBeUndefined();
  expect(found.runs.slice(-3).map(({ outcome }) => outcome)).toEqual(Array(3).fill('generator'));
});

test('capacity: the knee of a gateway that is faster than the range is unknown', async () => {
  const found = await search({ slots: 100, serviceTimeMs: 10 }, { to: 100 });
  expect(found).toMatchObject({ limit: 'range', knee: undefined });
});

test('capacity: the knee of a gateway that sustains no rate is unknown', async () => {
  const found = await search({ slots: 1, serviceTimeMs: 10, objectives: ['chat e2e max < 1ms'] });
  expect(found).toMatchObject({ limit: 'range', knee: undefined });
});

test('capacity: a short time limit is met and gives a wider interval', async () => {
  const found = await search({ slots: 8, serviceTimeMs: 200 }, { timeLimitMs: 70_000 });
  expect(found.settled).toBe(false);
  expect(found.tookMs).toBeLessThan(75_000);
  expect(found.knee?.low).toBeLessThan(40);
  expect(found.knee?.high).toBeGreaterThan(40 * 0.996);
});

const BY_CHANCE = { slots: 8, serviceTimeMs: 200, noiseMs: 3 };
const OBJECTIVE = { objectives: ['chat e2e p95 < 600ms'] };

test('capacity: with Poisson arrivals no interval exceeds what the slots can complete', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const gateway = { ...BY_CHANCE, ...OBJECTIVE, seed };
    const { knee } = await search(gateway, { arrivals: 'poisson', timeLimitMs: 180_000 });
    expect(knee?.high).toBeLessThan(40.1);
    expect(knee?.low).toBeLessThan(39.5);
    expect(knee?.arrivalRate).toBeLessThanOrEqual(knee?.high ?? Number.NaN);
  }
});

test('capacity: an interval of more than 10 % to one side is too wide for a knee', async () => {
  const narrow: boolean[] = [];
  for (const seed of [1, 2, 3, 4, 5]) {
    const gateway = { ...BY_CHANCE, ...OBJECTIVE, seed };
    const found = await search(gateway, { arrivals: 'poisson', timeLimitMs: 180_000 });
    const { low = 0, arrivalRate = 0, high = 0 } = found.knee ?? {};
    expect(found.tooWide).toBe(Math.max(high / arrivalRate, arrivalRate / low) > 1.1);
    narrow.push(!found.tooWide);
  }
  expect(new Set(narrow).size).toBe(2);
});

test('capacity: the knee is unknown when the time ends before the search reaches a limit', async () => {
  const found = await search({ slots: 8, serviceTimeMs: 200 }, { timeLimitMs: 15_000 });
  expect(found).toMatchObject({ limit: 'time', knee: undefined });
});

test('capacity: a rate limit that refuses requests with 429 is the knee', async () => {
  const found = await search({ slots: 100, serviceTimeMs: 10, rateLimit: 30 });
  expect(Math.abs(kneeOf(found) / 30 - 1)).toBeLessThan(0.02);
});

test.each([2, 20])(
  'capacity: a rate at which one of %i requests is never answered is not sustained',
  async (hangsEvery) => {
    const gateway = { slots: 100, serviceTimeMs: 20, hangsEvery };
    const { runs, knee } = await search(gateway, { to: 16, stepMs: 3000, timeLimitMs: 100_000 });
    expect(runs.map(({ outcome }) => outcome)).toEqual(['missed', 'missed']);
    expect(runs.at(-1)?.run.measure.cut).toBeGreaterThan(0);
    expect(knee).toBeUndefined();
  },
);

test('capacity: a rate is sustained although the end of the run cuts slow answers', async () => {
  const found = await search({ slots: 100, serviceTimeMs: 10_000 }, { timeLimitMs: 14_000 });
  expect(found.runs[0]?.run.measure.cut).toBeGreaterThan(10);
  expect(found.runs.map(({ outcome }) => outcome)).toEqual(['held']);
});

test.each([
  [38, true],
  [39.9, true],
  [40.3, false],
  [60, false],
])('capacity: at least %d/s, of 40/s, is %s', async (atLeast, reaches) => {
  const found = await search({ slots: 8, serviceTimeMs: 200, noiseMs: 1 }, { atLeast });
  expect(found.reaches).toBe(reaches);
});

test('capacity: the saturated throughput is that of the slots', async () => {
  const { runs } = await search({ slots: 8, serviceTimeMs: 200, noiseMs: 3 });
  const seen = runs.flatMap(({ run }) => run.saturated ?? []);
  expect(seen.length).toBeGreaterThan(0);
  for (const throughput of seen) expect(Math.abs(throughput / 40 - 1)).toBeLessThan(0.02);
});

test('capacity: slow answers lead to longer steps with enough iterations', async () => {
  const { orders } = await search({ slots: 100, serviceTimeMs: 5000 }, { timeLimitMs: 900_000 });
  const later = orders.slice(1);
  expect(Math.min(...later.map(({ warmUpMs }) => warmUpMs))).toBeGreaterThanOrEqual(10_000);
  expect(Math.min(...later.map(({ measuredMs }) => measuredMs))).toBeGreaterThanOrEqual(20_000);
  for (const { arrivalRate, inFlight } of later) expect(inFlight).toBeGreaterThan(arrivalRate * 5);
});

const RARE = { slots: 100, serviceTimeMs: 10, objectives: ['transcription e2e p95 < 5s'] };

test('capacity: a run without observations for an objective is repeated for longer and is not a miss', async () => {
  const found = await search({ ...RARE, transcriptions: [0, 2] }, { to: 8 });
  expect(found.runs.map(({ run, outcome }) => [run.arrivalRate, outcome])).toEqual([
    [4, 'held'],
    [8, 'unjudged'],
    [8, 'held'],
  ]);
  const [, short, long] = found.orders.map(({ measuredMs }) => measuredMs);
  expect(long).toBe((short ?? Number.NaN) * 2);
  expect(found).toMatchObject({ limit: 'range', knee: undefined });
});

test('capacity: three runs at one rate without observations for an objective end the search', async () => {
  const found = await search(RARE);
  expect(found.runs.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unjudged'));
  expect(found).toMatchObject({ limit: 'cut-short', knee: undefined, reaches: null });
});

test('capacity: a run without a result cuts the search short', async () => {
  const found = await findCapacity(SEARCH, { now: () => 0, run: async () => undefined });
  expect(found).toMatchObject({ limit: 'cut-short', knee: undefined, runs: [] });
});

test('capacity: one passing trouble below the limit of the generator makes no knee of the gateway', async () => {
  const found = await search({
    slots: 400,
    serviceTimeMs: 200,
    noiseMs: 3,
    generatorLimit: 600,
    hiccups: [6],
  });
  expect(found.runs[6]).toMatchObject({ outcome: 'missed', run: { arrivalRate: 256 } });
  expect(found.limit).toBe('generator');
  expect(found.knee).toBeUndefined();
});
