import type { CapacityReport, CapacityStep } from '../../src/report/schema/capacity.ts';
import type { RunReport } from '../../src/report/schema/run-report.ts';
import { passingGate } from './sample-report.ts';

/** Fabricated, like the other samples. */

/** `assay capacity` that found a knee at 40/s. */
export function foundKnee(): RunReport {
  return report({});
}

/** The same with a generator that was the limit. */
export function weakGenerator(): RunReport {
  return {
    ...report({
      knee: null,
      limitedBy: 'generator',
      reason: 'The load generator is the limit, not the gateway.',
      steps: [step(16), step(32), { ...step(64), outcome: 'generator', sustainedRuns: 0 }],
    }),
    outcome: 'inconclusive',
    exitCode: 2,
  };
}

function report(more: Partial<CapacityReport>): RunReport {
  const { load: _, ...gate } = passingGate();
  const capacity: CapacityReport = {
    scenario: 'chat',
    arrivals: 'constant',
    knee: {
      arrivalRate: 40.06,
      confidence: { low: 39.58, high: 40.67, level: 0.95 },
      settled: true,
    },
    limitedBy: 'gateway',
    reason: 'The gateway is the limit: at 40.6 req/s it fell behind.',
    saturated: { throughput: 39.9, arrivalRate: 64 },
    steps: [step(4), step(16), step(39.4), late(40.6, 450), late(64, 4474)],
    runs: [
      { arrivalRate: 4, outcome: 'sustained' },
      { arrivalRate: 64, outcome: 'not-sustained' },
    ],
    scaling: {
      lambda: 5.4,
      sigma: 0.0123,
      kappa: 0.004163,
      r2: 0.974,
      points: 5,
      peak: { inFlight: 15.4, throughput: 43 },
    },
    plan: {
      arrivalRate: 500,
      headroom: 0.3,
      perGateway: 28.04,
      gateways: 18,
      least: 18,
      most: 19,
      cannotSay: ['whether the gateways share a database', 'how evenly a balancer spreads'],
    },
    searchMs: 119_000,
    ...more,
  };
  return { ...gate, command: 'capacity', capacity, slo: [] };
}

function step(arrivalRate: number): CapacityStep {
  const fromSendMs = { mean: 202.1, p50: 201.9, p95: 206.4, p99: 211.8 };
  return {
    arrivalRate,
    startedRate: arrivalRate,
    completedRate: arrivalRate,
    repeats: 1,
    sustainedRuns: 1,
    outcome: 'sustained',
    met: true,
    objectives: [{ objective: 'all errors <= 0%', metIn: 1, measured: 0, unit: '%' }],
    keptUp: true,
    slope: 0.0001,
    exchanges: Math.round(arrivalRate * 6),
    errors: 0,
    throttled: 0,
    inFlight: arrivalRate * 0.2,
    fromIntendedMs: { ...fromSendMs, mean: 202.4 },
    fromSendMs,
    measuredMs: 6000,
    health: {
      healthy: true,
      latenessP99Ms: 0.4,
      schedulerLatencyP99Ms: 0.3,
      starved: false,
      inFlightLimit: 400,
      exhausted: false,
    },
  };
}

/** A step of 400 requests, of which `counts` had no good response. */
export function unservedStep(counts: Partial<CapacityStep>): CapacityStep {
  const missed = {
    sustainedRuns: 0,
    outcome: 'not-sustained',
    keptUp: false,
    exchanges: 400,
  } as const;
  return { ...step(64), ...missed, ...counts };
}

function late(arrivalRate: number, p99: number): CapacityStep {
  const fromIntendedMs = { mean: p99 / 2, p50: p99 / 2, p95: p99 * 0.95, p99 };
  const behind = {
    sustainedRuns: 0,
    outcome: 'not-sustained',
    keptUp: false,
    slope: 0.015,
  } as const;
  return { ...step(arrivalRate), ...behind, completedRate: 39.9, fromIntendedMs };
}
