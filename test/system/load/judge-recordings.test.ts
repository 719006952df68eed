import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { frameAt, frameSize } from '../../../src/exchange/frames.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import type { LoadCriteria } from '../../../src/load/judging/load-collector.ts';
import type { LoadResult } from '../../../src/load/load-result.ts';
import type { LoadRun } from '../../../src/load/load-run.ts';
import { recordedEffects } from '../../../src/load/recording/effects.ts';
import { CHECKSUM_BYTES, FrameChecksum } from '../../../src/load/recording/frame-reader.ts';
import { judgeRecordings } from '../../../src/load/recording/judge-recordings.ts';
import { Recording } from '../../../src/load/recording/recording.ts';
import { runLoad } from '../../../src/load/run-load.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { type Sample, sumOf } from '../../../src/measure/sample.ts';
import { evidenceRecord } from '../../../src/report/assemble/evidence-record.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

const folder = await testFolder('recordings');
let binary: string;

beforeAll(async () => {
  binary = await findEngine();
});

function criteria(scenario: string): LoadCriteria {
  return {
    workload: WorkloadSchema.parse({
      scenario,
      arrivalRate: '40/s',
      duration: '3s',
      gracefulStop: '120s',
      inFlight: 300,
    }),
    rules: RULES,
    profile: resolveProfile(referenceProfile, RULES),
    capabilities: { secondKey: true },
    objectives: [],
  };
}

async function load(scenario: string, more: Partial<LoadRun> = {}, faults: string[] = []) {
  return withReference({ faults }, ({ address, keys }) =>
    runLoad({
      binary,
      ...criteria(scenario),
      address,
      keys,
      signal: new AbortController().signal,
      ...more,
    }),
  );
}

async function judged(scenario: string, ...paths: string[]): Promise<LoadResult> {
  return judgedBy(0, scenario, ...paths);
}

async function judgedBy(workers: number, scenario: string, ...paths: string[]) {
  const recordings = paths.map((path) => new Recording(path));
  const result = await judgeRecordings({
    ...criteria(scenario),
    recordings,
    effects: recordedEffects(recordings.map((recording) => recording.readEffects())),
    workers,
    signal: new AbortController().signal,
  });
  for (const recording of recordings) recording.close();
  return result;
}

/** All that a report is made of, as plain values. */
function figures(result: LoadResult) {
  return {
    exchanges: result.exchanges,
    judgedExchanges: result.judgedExchanges,
    groups: result.groups,
    dropped: result.dropped,
    durationMs: result.durationMs,
    health: result.health,
    operations: [...result.measure.series.whole()].map(([operation, forms]) => [
      operation,
      [...forms].map(([form, measure]) => [form, counts(measure), percentiles(measure)]),
    ]),
    seconds: result.measure.series.seconds(),
    rules: tallies(result),
  };
}

function tallies(result: LoadResult) {
  return result.judges.map(({ rule, tally }) => ({
    rule: rule.id,
    judged: tally.judged,
    findings: tally.findings,
    operations: [...tally.byOperation].map(([operation, kept]) => [
      operation,
      kept.findings,
      kept.examples.map(({ exchange }) => exchange?.id),
    ]),
  }));
}

/** Examples as a report shows them. */
function evidence({ judges }: LoadResult) {
  return judges.flatMap(({ tally }) =>
    [...tally.byOperation.values()].flatMap(({ examples }) =>
      examples.map(({ finding, exchange, label }) => [
        label,
        JSON.stringify([finding.expected, finding.actual, finding.where, finding.atMs]),
        exchange && JSON.stringify(evidenceRecord(exchange)),
      ]),
    ),
  );
}

function counts({ exchanges, good, failed, throttled, tokens, errors }: Sample) {
  return { exchanges, good, failed, throttled, tokens, errors: [...errors] };
}

function percentiles({ ttft, itl, e2e, e2eFromSend }: Sample) {
  return [ttft, itl, e2e, e2eFromSend].map((histogram) => histogram.percentiles());
}

/** Everything that completed, in one measure. */
function whole(...results: LoadResult[]): Sample {
  return sumOf(
    results.flatMap(({ measure }) =>
      [...measure.series.whole().values()].flatMap((modes) => [...modes.values()]),
    ),
  );
}

describe('recordings', () => {
  test('recording: judging it gives the same as judging live, including findings and effects', async () => {
    const recording = join(folder, 'live.rec');
    const faults = ['cs-chunk-after-done', 'idem-replay-bills'];
    const live = await load('mixed', { recording }, faults);
    expect(live.judges.some(({ tally }) => tally.findings > 0)).toBe(true);
    expect(figures(await judged('mixed', recording))).toEqual(figures(live));
  });

  test('recording: judging by threads and the reader gives the same as by the reader alone', async () => {
    const recording = join(folder, 'live.rec');
    const alone = await judged('mixed', recording);
    expect(alone.judges.some(({ tally }) => tally.findings > 3)).toBe(true);
    const shared = await judgedBy(2, 'mixed', recording);
    expect(figures(shared)).toEqual(figures(alone));
    expect(evidence(shared)).toEqual(evidence(alone));
  });

  test('run: judging after the load judges everything by the same rules, and leaves no file', async () => {
    const after = await load('mixed', { judging: 'after' }, ['cs-chunk-after-done']);
    expect(after.failures).toEqual([]);
    expect(after.judgedExchanges).toBe(after.exchanges);
    expect(after.exchanges).toBeGreaterThan(100);
    expect(after.groups).toMatchObject({ notJudged: 0 });
    const found = after.judges.filter(({ tally }) => tally.findings > 0);
    expect(found.map(({ rule }) => rule.id)).toEqual(['chat-stream-done-once-last']);
  });

  test('run: without judging it is still measured', async () => {
    const result = await load('chat', { judging: 'none' });
    expect(result.judges).toEqual([]);
    expect(result.judgedExchanges).toBe(0);
    expect(whole(result).good).toBe(result.exchanges);
  });

  test('segments: two have the arrivals of one engine, no more and no fewer', async () => {
    const one = await load('chat');
    const two = await load('chat', { engines: 2 });
    expect(two.failures).toEqual([]);
    expect(two.health).toMatchObject({
      scheduled: one.health.scheduled,
      started: one.health.started,
    });
    expect(two.exchanges).toBe(one.exchanges);
    expect(two.judgedExchanges).toBe(one.exchanges);
    expect(counts(whole(two))).toEqual(counts(whole(one)));
  });

  test('segments: merged in any order, their recordings equal the run that was judged live', async () => {
    const live = await load('mixed', { engines: 2, recording: join(folder, 'two.rec') });
    const [a, b] = [join(folder, 'two-1.rec'), join(folder, 'two-2.rec')];
    const merged = await judged('mixed', a, b);
    expect(merged.failures).toEqual([]);
    const parts = [await judged('mixed', a), await judged('mixed', b)];
    for (const part of parts) expect(part.exchanges).toBeGreaterThan(20);
    expect(merged.exchanges).toBe(live.exchanges);
    expect(merged.groups).toEqual(live.groups);
    expect(counts(whole(merged))).toEqual(counts(whole(live)));
    // Buckets add: what is merged has the percentiles of one histogram over all exchanges.
    expect(percentiles(whole(merged))).toEqual(percentiles(whole(...parts)));
    expect(percentiles(whole(merged))).toEqual(percentiles(whole(live)));
    expect(tallies(merged)).toEqual(tallies(await judged('mixed', b, a)));
    const weights = ({ judges }: LoadResult) =>
      judges.map(({ rule, tally }) => [rule.id, tally.judged, tally.unverified]);
    expect(weights(merged)).toEqual(weights(live));
    const completed = merged.measure.series
      .seconds()
      .reduce((sum, second) => sum + second.completed, 0);
    expect(completed).toBe(merged.exchanges);
  });

  test('segments: clocks that differ by 2 s change no duration, count or finding', async () => {
    const [a, b] = [join(folder, 'two-1.rec'), join(folder, 'two-2.rec')];
    const late = join(folder, 'two-2-late.rec');
    await copyWithClockAhead(b, late, 2000);
    const [exact, shifted] = [await judged('mixed', a, b), await judged('mixed', a, late)];
    expect(shifted.failures).toEqual([]);
    expect(percentiles(whole(shifted))).toEqual(percentiles(whole(exact)));
    expect(counts(whole(shifted))).toEqual(counts(whole(exact)));
    const found = ({ judges }: LoadResult) =>
      judges.map(({ rule, tally }) => [rule.id, tally.judged, tally.findings]);
    expect(found(shifted)).toEqual(found(exact));
    // Only what happens in which second depends on the clocks, and with it the length of the run.
    expect(Math.abs(shifted.durationMs - exact.durationMs)).toBeLessThan(2001);
    expect(shifted.measure.series.seconds()).not.toEqual(exact.measure.series.seconds());
  });
});

/** Copies a recording as if the wall clock of its machine had been ahead by this time. */
async function copyWithClockAhead(source: string, path: string, aheadMs: number): Promise<void> {
  const bytes = await readFile(source);
  const checksum = new FrameChecksum();
  const frames: Buffer[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const size = frameSize(bytes, offset);
    const frame = Buffer.from(bytes.subarray(offset, offset + size));
    if (offset === 0) setClockAhead(frame, aheadMs);
    frames.push(checksum.seal(frame));
    offset += size + CHECKSUM_BYTES;
  }
  await writeFile(path, Buffer.concat(frames));
}

/** Changes the wall clock in `hello`, whose number has the same digits before and after. */
function setClockAhead(hello: Buffer, aheadMs: number): void {
  const { header } = frameAt(hello, 0);
  const changed = header
    .toString()
    .replace(
      /("originUnixNs":)(\d+)/,
      (_, name, ns) => `${name}${BigInt(ns) + BigInt(aheadMs) * 1_000_000n}`,
    );
  header.write(changed);
}
