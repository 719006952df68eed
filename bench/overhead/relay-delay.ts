/**
 * The truth of `assay overhead`: the reference relay delays each answer by a known time, and the
 * overhead must grow by exactly that. The overhead without a delay is that of the relay itself.
 *
 * node bench/overhead/relay-delay.ts [delay in ms …]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReferenceServer } from '../../reference-server/server.ts';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';
import { freePort } from '../../test/system/support/free-port.ts';

const DELAYS_MS = [0, 1, 3, 20];
const CLI = join(import.meta.dirname, '../..', 'bin', 'assay.js');

type Figure = NonNullable<RunReport['overhead']>['steps'][number]['figures'][number];

const wanted = process.argv.slice(2).map(Number);
const delays = wanted.length > 0 ? wanted : DELAYS_MS;
const baseline = new Map<string, number>();
console.log('delay  figure       method        p50     95 % CI          error  p99');
for (const delayMs of delays) {
  const report = await overheadAt(delayMs);
  for (const figure of report.overhead?.steps[0]?.figures ?? []) show(delayMs, figure);
}

/** The overhead of a relay with this delay, as one run of the command finds it. */
async function overheadAt(relayDelayMs: number): Promise<RunReport> {
  const upstream = `127.0.0.1:${await freePort()}`;
  const server = createReferenceServer({ relayDelayMs, upstream: `http://${upstream}` });
  const { address } = await server.listen();
  const out = await mkdtemp(join(tmpdir(), 'assay-overhead-'));
  try {
    const args = ['--target', address, '--upstream', upstream, '--out', out, '--quiet'];
    const env = { ...process.env, ASSAY_API_KEY: server.keys[0], ASSAY_API_KEY_2: server.keys[1] };
    const child = spawn(process.execPath, [CLI, 'overhead', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'close');
    return RunReportSchema.parse(JSON.parse(await readFile(join(out, 'report.json'), 'utf8')));
  } finally {
    await server.close(0);
    await rm(out, { recursive: true });
  }
}

/** The error is against the first delay, which is that of the relay itself. */
function show(delayMs: number, { mode, metric, method, percentiles }: Figure): void {
  const median = percentiles.find(({ percent }) => percent === 50);
  const high = percentiles.find(({ percent }) => percent === 99);
  if (median === undefined) return;
  const name = `${mode} ${metric}`;
  const key = `${name} ${method}`;
  // The answer is delayed, and the request is not.
  const planned = metric === 'forward' ? 0 : delayMs;
  const own = baseline.get(key) ?? median.overheadMs - planned;
  baseline.set(key, own);
  const { low, high: most } = median.interval ?? {};
  const cells = [
    `${delayMs} ms`.padEnd(7),
    name.padEnd(13),
    method.padEnd(12),
    median.overheadMs.toFixed(3).padStart(6),
    `${low?.toFixed(3)}–${most?.toFixed(3)}`.padEnd(15),
    (median.overheadMs - own - planned).toFixed(3).padStart(7),
    high?.overheadMs.toFixed(2) ?? '–',
  ];
  console.log(cells.join('  '));
}
