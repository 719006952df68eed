import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { seeded } from '../../src/input/seeded.ts';
import type { FindingRecord } from '../../src/report/schema/finding.ts';
import type { LoadReport } from '../../src/report/schema/load.ts';
import {
  LevelSchema,
  ProvenanceSchema,
  type RuleResult,
  type Verdict,
} from '../../src/report/schema/rules.ts';
import type { Objective, RunReport } from '../../src/report/schema/run-report.ts';
import type { OperationLoad, Percentiles } from '../../src/report/schema/traffic.ts';
import {
  brokenOnBothSides,
  createdAsString,
  judged,
  noSentinel,
  streamEvidence,
  twoEffects,
  usageOff,
  violations,
} from './sample-findings.ts';
import { health, load, objectives } from './sample-load.ts';

/** Fabricated reports: every figure is made up, and the same on each call. */

const RowSchema = z.tuple([
  z.string(),
  z.string(),
  LevelSchema,
  ProvenanceSchema,
  z.string(),
  z.string(),
]);

/** Id, area, level, provenance, source and statement, with words of an earlier catalogue. */
const SAMPLE_RULES = readFileSync(join(import.meta.dirname, 'sample-rules.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => RowSchema.parse(line.split('\t')));

/** `assay gate` against a gateway that passes everything. */
export function passingGate(): RunReport {
  return assemble({
    rules: rulesWith({}),
    load: load({}),
    slo: objectives(612),
    reasons: ['All checks passed.'],
  });
}

/** `assay gate` against a gateway with faults, some that show only under load. */
export function failingGate(): RunReport {
  const rules = rulesWith({
    'chat-stream-done-once-last': brokenOnBothSides(),
    'chat-created-integer': { verdict: 'fail', conformance: judged(3, [createdAsString()]) },
    'idempotency-concurrent-one-effect': {
      verdict: 'fail',
      conformance: judged(5, []),
      load: { ...judged(412, [twoEffects()]), findings: 9 },
    },
    'chat-usage-sum': { verdict: 'warn', conformance: judged(3, [usageOff()]) },
    'responses-stream-done-sentinel': { verdict: 'note', conformance: judged(2, [noSentinel()]) },
    'video-id-scoped-to-key': {
      verdict: 'could-not-verify',
      reason: 'needs an API key of another tenant (ASSAY_API_KEY_2)',
    },
    'idempotency-one-effect': {
      verdict: 'not-applicable',
      reason: 'the profile waives the ledger: no counter of billing is reachable from CI',
    },
    'video-status-known': {
      override: 'the vendor documents the state "rendering" for jobs that upscale',
    },
  });
  return assemble({
    outcome: 'fail',
    exitCode: 1,
    conformant: false,
    rules,
    load: load({ violations: violations() }),
    slo: objectives(1012),
    reasons: [
      'Required rule failed: chat-created-integer in chat (stated rule, seen in conformance).',
      'Objective missed: chat e2e p99 < 800ms. Measured 1 012 ms, 212 ms above the limit (126 % of it).',
      'Required rule could not be verified: video-id-scoped-to-key (needs an API key of another tenant (ASSAY_API_KEY_2)).',
    ],
    overrides: true,
  });
}

/** A run that was interrupted under load, with a load generator that could not keep up. */
export function interruptedGate(): RunReport {
  const report = passingGate();
  return {
    ...report,
    outcome: 'inconclusive',
    exitCode: 130,
    partial: true,
    reasons: ['The run was interrupted after 12 s of load.'],
    durationMs: 31_400,
    load: {
      ...load({ seconds: 12 }),
      judgedShare: 0.9921,
      judgedExchanges: 595,
      groups: { judged: 88, notJudged: 4 },
      dropped: { bodies: 5, timings: 0 },
      health: {
        ...health(12),
        healthy: false,
        reason: '6 of 12 seconds had arrivals more than 10 ms late',
        unhealthySeconds: 6,
        notStarted: 31,
        latenessP99Ms: 48.2,
        latenessMaxMs: 131.7,
      },
    },
    slo: objectives(612).map(({ objective, operation, measured, limit, unit }) => {
      const reason = 'the load generator could not keep up';
      return { objective, operation, met: null, measured, limit, unit, reason };
    }),
  };
}

/** `assay load` against a gateway that began to fail: abortOn ended it within the thirteenth second. */
export function loadEndedEarly(): RunReport {
  const whole = load({ seconds: 12 });
  const last = { atS: 12, scheduled: 0, started: 0, inFlight: 0, completed: 7, errors: 7 };
  const report = assemble({
    outcome: 'fail',
    exitCode: 1,
    reasons: [
      'Load ended early after 12.1 s: all errors > 20% over 10s (measured 43.21 % over 10 s).',
    ],
    rules: rulesWith({}),
    load: {
      ...whole,
      durationMs: 12_100,
      series: [...whole.series, { ...last, partial: true }],
      abortedBy: {
        condition: 'all errors > 20% over 10s',
        atMs: 12_100,
        windowMs: 10_000,
        measured: 43.21,
        limit: 20,
        unit: '%',
      },
    },
    slo: objectives(1012),
  });
  return { ...report, partial: true };
}

/** `assay conform`: no load, no objectives. */
export function conformanceOnly(): RunReport {
  const { load: _, ...report } = assemble({
    rules: rulesWith({
      'video-id-scoped-to-key': {
        verdict: 'could-not-verify',
        reason: 'needs an API key of another tenant (ASSAY_API_KEY_2)',
      },
    }).map(({ load: _load, ...rule }) => rule),
    load: load({}),
    slo: [],
    reasons: [
      'Required rule could not be verified: video-id-scoped-to-key (needs an API key of another tenant (ASSAY_API_KEY_2)).',
    ],
    outcome: 'inconclusive',
    exitCode: 2,
    conformant: false,
  });
  return { ...report, command: 'conform', repro: 'npx assay conform --seed 42' };
}

/** The passing gate with this text everywhere that a text of a gateway can appear. */
export function hostileGate(text: string): RunReport {
  const report = failingGate();
  const finding: FindingRecord = {
    label: text,
    expected: text,
    actual: text,
    where: text,
    atMs: 1,
    series: [1, 2].map((exchange) => ({
      exchange,
      attempt: 1,
      method: text,
      path: text,
      key: text,
      startMs: 0,
      endMs: 1,
      outcome: text,
      id: text,
    })),
    reproduce: { assay: text, shell: text },
    evidence: {
      ...streamEvidence(17),
      sender: text,
      outcome: text,
      failure: text,
      headers: [[text, text]],
      body: [{ atMs: 1, text }],
      curl: text,
      request: { method: text, url: text, headers: [[text, text]], body: text },
    },
  };
  return {
    ...report,
    reasons: [text],
    target: { kind: 'url', address: text, note: text },
    rules: report.rules.map((rule) => hostileRule(rule, text, finding)),
    load: { ...load({}), violations: violations([finding]) },
  };
}

function hostileRule(rule: RuleResult, text: string, finding: FindingRecord): RuleResult {
  const { reason, conformance } = rule;
  return {
    ...rule,
    ...(reason !== undefined && { reason: text }),
    ...(conformance && conformance.findings > 0 && { conformance: judged(3, [finding]) }),
  };
}

interface Parts {
  readonly rules: readonly RuleResult[];
  readonly load: LoadReport;
  readonly slo: readonly Objective[];
  readonly reasons: readonly string[];
  readonly outcome?: RunReport['outcome'];
  readonly exitCode?: RunReport['exitCode'];
  readonly conformant?: boolean;
  readonly overrides?: boolean;
}

function assemble(parts: Parts): RunReport {
  return {
    schemaVersion: 4,
    assayVersion: '0.1.0',
    command: 'gate',
    outcome: parts.outcome ?? 'pass',
    exitCode: parts.exitCode ?? 0,
    partial: false,
    reasons: [...parts.reasons],
    startedAt: '2026-11-21T10:48:47.120Z',
    durationMs: 52_300,
    seed: 42,
    repro:
      'npx assay gate --target http://127.0.0.1:8080 --config assay.yaml --profile vendor.yaml --seed 42',
    ...(parts.overrides === true && {
      configuration: { file: 'assay.yaml', sha256: '3f2a9c01'.repeat(8) },
    }),
    machine: { platform: 'linux x64', cpus: 2, node: 'v24.21.0' },
    target: { kind: 'url', address: 'http://127.0.0.1:8080/v1' },
    profile: {
      name: parts.overrides === true ? 'vendor' : 'reference',
      overrides: parts.overrides === true ? OVERRIDES : [],
    },
    conformant: parts.conformant ?? true,
    counts: {
      stated: countsOf(parts.rules, 'stated'),
      assumed: countsOf(parts.rules, 'assumed'),
    },
    rules: [...parts.rules],
    load: parts.load,
    slo: [...parts.slo],
  };
}

const OVERRIDES: RunReport['profile']['overrides'] = [
  {
    kind: 'setting',
    subject: 'videoStates',
    value: {
      waiting: ['queued'],
      running: ['in_progress', 'rendering'],
      terminal: ['completed', 'failed', 'cancelled'],
    },
    reason: 'the vendor documents the state "rendering" for jobs that upscale',
  },
  {
    kind: 'prerequisite',
    subject: 'ledger',
    value: 'waived',
    reason: 'no counter of billing is reachable from CI',
  },
];

function countsOf(
  rules: readonly RuleResult[],
  provenance: RuleResult['provenance'],
): Record<Verdict, number> {
  const counts = {
    pass: 0,
    fail: 0,
    warn: 0,
    note: 0,
    'could-not-verify': 0,
    'not-applicable': 0,
  };
  for (const rule of rules) if (rule.provenance === provenance) counts[rule.verdict] += 1;
  return counts;
}

function rulesWith(changes: Readonly<Record<string, Partial<RuleResult>>>): RuleResult[] {
  return SAMPLE_RULES.map(([id, area, level, provenance, source, statement], index) => {
    const change = changes[id];
    const rule: RuleResult = {
      id,
      area,
      level,
      provenance,
      source,
      statement,
      verdict: 'pass',
      durationMs: 40 + ((index * 37) % 400),
    };
    if (change?.reason === undefined) {
      rule.conformance = judged(1 + (index % 5), []);
      if (area !== 'errors') rule.load = judged(200 + index * 7, []);
    }
    return Object.assign(rule, change);
  });
}

export interface SampleDays {
  readonly count: number;
  /** The first day, counted from 0, on which latencies are 30 % longer. */
  readonly slowerFrom?: number;
  /** Days on which required rules fail. */
  readonly failing?: readonly number[];
}

/** A gate a day, each of another build. */
export function gatesByDay({ count, slowerFrom, failing = [] }: SampleDays): RunReport[] {
  const random = seeded(3);
  return Array.from({ length: count }, (_, day) => {
    const report = failing.includes(day) ? failingGate() : passingGate();
    const factor = (day >= (slowerFrom ?? count) ? 1.3 : 1) * (0.97 + 0.06 * random());
    return {
      ...slower(report, factor),
      // The failing sample has a profile of its own.
      profile: passingGate().profile,
      startedAt: new Date(Date.UTC(2026, 10, 1 + day, 10)).toISOString(),
      label: `v${day}`,
    };
  });
}

/** The report with all latencies of its load times this factor. */
export function slower(report: RunReport, factor: number): RunReport {
  if (report.load === undefined) return report;
  const operations = Object.entries(report.load.operations).map(
    ([name, figures]) => [name, slowerFigures(figures, factor)] as const,
  );
  return { ...report, load: { ...report.load, operations: Object.fromEntries(operations) } };
}

function slowerFigures(figures: OperationLoad, factor: number): OperationLoad {
  const scaled = (all: Percentiles): Percentiles => ({ ...all, p95: all.p95 * factor });
  const { ttftMs, ttftFromIntendedMs, e2eMs, e2eFromIntendedMs } = figures;
  return {
    ...figures,
    ...(ttftMs && { ttftMs: scaled(ttftMs) }),
    ...(ttftFromIntendedMs && { ttftFromIntendedMs: scaled(ttftFromIntendedMs) }),
    ...(e2eMs && { e2eMs: scaled(e2eMs) }),
    ...(e2eFromIntendedMs && { e2eFromIntendedMs: scaled(e2eFromIntendedMs) }),
  };
}
