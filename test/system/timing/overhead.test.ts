import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { Figure } from '../../../src/report/schema/performance.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { measuresAgain } from '../support/measures-again.ts';
import { assayRelay } from '../support/reference-relay.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const DELAY_MS = 20;
/** Less than a request takes with one in flight, so that it waits for nothing there. */
const SERVICE_MS = 15;
/** More than twice what it can serve. */
const SATURATING = 150;
const SHORT = ['--duration', '5s', '--blocks', '5'];

const folder = await testFolder('overhead');

describe('assay overhead: a gateway that takes 20 ms', () => {
  let run: CommandRun;
  let report: RunReport;
  let html: string;

  measuresAgain(async () => {
    const out = join(folder, 'delay');
    const objectives = ['--slo', 'overhead ttft p50 < 5ms', '--slo', 'overhead e2e p50 < 5s'];
    const pid = ['--gateway-pid', String(process.pid)];
    const args = [...SHORT, ...pid, '--rates', `${SATURATING}/s`, ...objectives, '--out', out];
    const limit = { slots: 1, serviceTimeMs: SERVICE_MS };
    run = await assayRelay(['overhead', ...args], { relayDelayMs: DELAY_MS, ...limit });
    report = await reportIn(out);
    html = await readFile(join(out, 'report.html'), 'utf8');
  });

  test('both ways find the delay, and their intervals overlap', () => {
    for (const [mode, metric] of [
      ['stream', 'ttft'],
      ['body', 'e2e'],
    ] as const) {
      const difference = medianOf(report, mode, metric);
      const free = medianOf(report, mode, metric === 'ttft' ? 'addedTtft' : 'addedE2e');
      for (const { delta } of [difference, free]) {
        expect(delta).toBeGreaterThan(DELAY_MS - 1);
        expect(delta).toBeLessThan(DELAY_MS + 15);
      }
      expect(difference.interval?.low).toBeLessThan(free.interval?.high ?? 0);
      expect(free.interval?.low).toBeLessThan(difference.interval?.high ?? 0);
    }
  });

  test('each token is found to come that much later, and the request to arrive without delay', () => {
    const relay = medianOf(report, 'stream', 'relay');
    expect(relay.delta).toBeGreaterThan(DELAY_MS - 1);
    expect(relay.delta).toBeLessThan(DELAY_MS + 15);
    expect(relay.floorMs).toBeLessThan(DELAY_MS / 2);
    expect(medianOf(report, 'stream', 'forward').delta).toBeLessThan(DELAY_MS / 2);
    const { perRead, places } = report.overhead?.steps[0]?.tokens ?? {};
    expect(places).toHaveLength(8);
    expect(perRead?.through).toBeGreaterThanOrEqual(1);
  });

  test('an objective with a lower limit is missed, which is exit code 1', () => {
    expect(report.slo.map(({ met }) => met)).toEqual([false, true]);
    expect(run.code).toBe(1);
  });

  test('the same is measured at a rate, where it falls behind', () => {
    expect(report.overhead?.steps).toMatchObject([
      { outcome: 'measured', failed: { floor: 0, through: 0 } },
      { arrivalRate: SATURATING, outcome: 'gateway-behind', failed: { floor: 0, through: 0 } },
    ]);
    expect(report.overhead?.knee).toEqual({ below: SATURATING });
    expect(run.stdout).toContain(`The gateway fell behind at ${SATURATING}/s.`);
  });

  test('CPU time and memory of the gateway are measured', () => {
    const { gateway } = report.overhead?.steps[0] ?? {};
    expect(gateway?.cpuMsPerRequest).toBeGreaterThan(0);
    expect(gateway?.residentBytes).toBeGreaterThan(10_000_000);
    expect(run.stdout).toMatch(/1 in flight: the gateway used [\d.]+ ms of CPU for each request/);
  });

  test('text and page show the figures', () => {
    expect(run.stdout).toMatch(/^chat, stream, 1 in flight\n {2}TTFT p50 /m);
    expect(run.stdout).toMatch(/^chat, stream, 150\/s\n {2}TTFT p50 /m);
    expect(html).toContain('<h2 id="overhead-title">Overhead</h2>');
    expect(html).toContain('Delay of each token of a stream');
  });
});

describe('assay overhead: a gateway with another provider', () => {
  test('is reported with the address that it must use, and exit code 3', async () => {
    const server = createReferenceServer({});
    const { address } = await server.listen();
    const env = { ASSAY_API_KEY: server.keys[0] };
    try {
      const args = ['--target', address, '--upstream', '127.0.0.1:0', ...SHORT];
      const run = await assay(['overhead', ...args], { env });
      expect(run.stderr).toMatch(/^The gateway did not call the upstream: /m);
      expect(run.code).toBe(3);
    } finally {
      await server.close(0);
    }
  });
});

/** What the gateway adds at p50 with one request in flight. */
function medianOf({ overhead }: RunReport, mode: string, metric: Figure['metric']) {
  const row = overhead?.steps[0]?.rows.find(
    (each) => each.mode === mode && each.metric === metric && each.statistic === 'p50',
  );
  const { delta = null, interval = null } = row?.changes[0] ?? {};
  if (delta === null) throw new Error(`no median of ${mode} ${metric}`);
  return { delta, interval, floorMs: row?.cells[0]?.value ?? 0 };
}
