import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { testFolder } from '../../support/test-folder.ts';
import { dashboardData } from '../support/dashboard-data.ts';
import { assay, type CommandRun } from '../support/run-assay.ts';

const CHAT = ['load', '--scenario', 'chat', '--duration', '3s'];

const folder = await testFolder('k6-out');

/** The shape of every key that the embedded gateway gives itself. */
const ANY_KEY = /_live_/;

test.concurrent('load: outputs of k6 are written beside the report, without a key', async () => {
  const outputs = ['json=samples.json', 'csv=samples.csv', DASHBOARD];
  const flags = outputs.flatMap((output) => ['--k6-out', output]);
  const run = await assay([...CHAT, ...flags, '--out', 'report'], { cwd: folder });
  expect(run.code, run.stderr).toBe(0);
  const written = (file: string) => readFile(join(folder, file), 'utf8');
  const samples = await written('samples.json');
  expect(samples).toContain('"metric":"gw_e2e"');
  expect(samples).not.toMatch(ANY_KEY);
  const table = await written('samples.csv');
  expect(table).toMatch(/^metric_name,timestamp,/);
  expect(table).toMatch(/^gw_e2e,/m);
  expect(table).not.toMatch(ANY_KEY);
  const page = await written('dashboard.html');
  expect(page).toMatch(/^<!DOCTYPE html>/i);
  expect(page).not.toMatch(ANY_KEY);
  expect(dashboardData(page)).toContain('"gw_e2e"');
  expect(dashboardData(page)).not.toMatch(ANY_KEY);
  expect(await written('report/report.json')).toContain('"chat"');
});

const DASHBOARD = 'web-dashboard=port=-1&period=1s&export=dashboard.html';

test.concurrent("load: OpenTelemetry receives the metrics as k6's variables configure it, without a key", async (context) => {
  const { host, posts } = await metricsReceiver(context);
  const run = await faultyChats(context, ['--k6-out', 'opentelemetry'], {
    K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
    K6_OTEL_HTTP_EXPORTER_INSECURE: 'true',
    K6_OTEL_HTTP_EXPORTER_ENDPOINT: host,
    K6_OTEL_HEADERS: 'x-tenant=acme',
    OTEL_SERVICE_NAME: 'nightly-load',
    OTEL_RESOURCE_ATTRIBUTES: 'build=1234',
  });
  expect(run.code, run.stderr).toBe(1);
  expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/v1/metrics']));
  for (const { headers } of posts) expect(headers).toMatchObject({ 'x-tenant': 'acme' });
  const metrics = textOf(posts, (body) => body);
  expect(oursIn(metrics)).toEqual(new Set(OURS));
  expect(new Set(metrics.match(/gen_ai\.client\.operation\.\w+/g))).toEqual(new Set(OF_GEN_AI));
  for (const wanted of [BROKEN_RULE, 'nightly-load', '1234']) {
    expect(metrics.includes(wanted), wanted).toBe(true);
  }
  expectNoKey(posts, metrics, run);
});

test.concurrent("load: Prometheus receives the metrics as k6's variables configure it, without a key", async (context) => {
  const { host, posts } = await metricsReceiver(context);
  const run = await faultyChats(context, ['--k6-out', 'experimental-prometheus-rw'], {
    K6_PROMETHEUS_RW_SERVER_URL: `http://${host}/of/ours/write`,
    K6_PROMETHEUS_RW_TREND_STATS: 'p(95)',
    K6_PROMETHEUS_RW_HTTP_HEADERS: 'X-Tenant:acme',
  });
  expect(run.code, run.stderr).toBe(1);
  expect(new Set(posts.map(({ path }) => path))).toEqual(new Set(['/of/ours/write']));
  for (const { headers } of posts) expect(headers).toMatchObject({ 'x-tenant': 'acme' });
  const metrics = textOf(posts, fromSnappyBlock);
  const stored = OURS.map((name) => `${name}_${STORED_AS[name] ?? 'p95'}`);
  expect(oursIn(metrics)).toEqual(new Set(stored));
  expect(metrics.includes(BROKEN_RULE)).toBe(true);
  expectNoKey(posts, metrics, run);
});

test.concurrent('load: the series of several engines differ by their instance', async (context) => {
  const { host, posts } = await metricsReceiver(context);
  const run = await assay([...CHAT, '--segments', '2', '--k6-out', 'experimental-prometheus-rw'], {
    cwd: folder,
    env: { K6_PROMETHEUS_RW_SERVER_URL: `http://${host}/api/v1/write` },
  });
  expect(run.code, run.stderr).toBe(0);
  const metrics = textOf(posts, fromSnappyBlock);
  const instances = new Set(metrics.match(/(?<=instance_id\W+)\w/g));
  expect(instances).toEqual(new Set(['1', '2']));
});

test.concurrent('load: a missing receiver is reported and does not change the verdict', async () => {
  const run = await assay([...CHAT, '--k6-out', 'experimental-prometheus-rw'], {
    cwd: folder,
    // Nothing can listen on port 0.
    env: { K6_PROMETHEUS_RW_SERVER_URL: 'http://127.0.0.1:0/api/v1/write' },
  });
  expect(run.stderr).toMatch(/^Load: k6 reports: Failed to send the time series data/m);
  expect(run.stdout).toMatch(/^ PASS {2}load of /);
  expect(run.code, run.stderr).toBe(0);
});

test.concurrent('load: a run too short for the page of the dashboard is reported', async () => {
  const page = 'web-dashboard=port=-1&export=short.html';
  const run = await assay([...CHAT, '--k6-out', page], { cwd: folder });
  expect(run.stderr).toMatch(
    /^Load: k6 reports: The test run was short, report generation was skip/m,
  );
  expect(run.code, run.stderr).toBe(0);
});

test.concurrent.each([
  [
    'an output of the environment that the engine does not have',
    [],
    { K6_OUT: 'json=samples.json,opentelemtry' },
    /^Unknown output of k6: opentelemtry in K6_OUT\. Did you mean opentelemetry\? Outputs of the engine: .*\bcsv, .*web-dashboard\.$/m,
  ],
  [
    'a file that cannot be written',
    ['--k6-out', 'csv=nowhere/samples.csv'],
    {},
    /^Output of k6 cannot be written: nowhere\/samples\.csv\. Name a file in a folder that exists/m,
  ],
])(
  'load: %s is reported with exit code 3 before anything is sent',
  async (_, flags, env, message) => {
    const run = await assay([...CHAT, ...flags], { cwd: folder, env });
    expect(run.stderr).toMatch(message);
    expect(run.stdout).toBe('');
    expect(run.code, run.stderr).toBe(3);
  },
);

/** What streams of good status have; `gw_throttled` takes a 429. */
const OURS = [
  'gw_e2e',
  'gw_e2e_from_intended',
  'gw_failed',
  'gw_first_event',
  'gw_itl',
  'gw_itl_max',
  'gw_stream_coalesced',
  'gw_stream_duration',
  'gw_stream_events',
  'gw_tpot',
  'gw_ttft',
  'gw_ttft_from_intended',
  'gw_violations',
];
/** The names of OpenTelemetry's conventions that accompany them. */
const OF_GEN_AI = [
  'gen_ai.client.operation.duration',
  'gen_ai.client.operation.time_to_first_chunk',
  'gen_ai.client.operation.time_per_output_chunk',
];
/** The suffix of names in Prometheus, except those of durations. */
const STORED_AS: Readonly<Record<string, string>> = {
  gw_failed: 'rate',
  gw_stream_coalesced: 'total',
  gw_stream_events: 'total',
  gw_violations: 'total',
};
const BROKEN_RULE = 'chat-stream-done-once-last';
const KEYS = ['acme_live_5f2d9c3b7a18460e', 'acme_live_c04e81d7926fb35a'] as const;

/** Streams of a gateway that breaks a rule, under keys that the test knows. */
async function faultyChats(
  { onTestFinished }: Ending,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const server = createReferenceServer({ keys: KEYS, faults: ['cs-chunk-after-done'] });
  onTestFinished(() => server.close(0));
  const { address } = await server.listen();
  const load = ['load', '--scenario', 'chat-stream', '--duration', '2s', '--target', address];
  return assay([...load, '--profile', 'reference', ...flags], {
    cwd: folder,
    env: { ...env, ASSAY_API_KEY: KEYS[0], ASSAY_API_KEY_2: KEYS[1] },
  });
}

function textOf(posts: readonly Post[], unpacked: (body: Buffer) => Buffer): string {
  return posts.map(({ body }) => unpacked(body).toString('latin1')).join('\n');
}

/** Names of metrics; strings stand as they are in protobuf, between bytes that no name has. */
function oursIn(metrics: string): Set<string> {
  return new Set(metrics.match(/gw_\w+/g));
}

function expectNoKey(posts: readonly Post[], metrics: string, run: CommandRun): void {
  const texts = [
    metrics,
    JSON.stringify(posts.map(({ headers }) => headers)),
    run.stdout,
    run.stderr,
  ];
  for (const key of KEYS) {
    for (const text of texts) expect(text.includes(key.replace(/^.*_/, ''))).toBe(false);
  }
}

/**
 * The bytes of a snappy block, in which Prometheus takes its remote writes: literals, and copies of
 * what came before (google/snappy, format_description.txt).
 */
function fromSnappyBlock(block: Buffer): Buffer {
  let [length, at] = lengthAhead(block);
  const bytes = Buffer.alloc(length);
  let end = 0;
  while (at < block.length) {
    const tag = block.readUInt8(at);
    const high = tag >> 2;
    at += 1;
    if ((tag & 3) === 0) {
      const more = Math.max(0, high - 59);
      length = 1 + (more === 0 ? high : block.readUIntLE(at, more));
      at += more;
      end += block.copy(bytes, end, at, at + length);
      at += length;
      continue;
    }
    const width = [0, 1, 2, 4][tag & 3] ?? 0;
    const low = block.readUIntLE(at, width);
    const back = width === 1 ? ((tag >> 5) << 8) | low : low;
    at += width;
    length = width === 1 ? 4 + (high & 7) : 1 + high;
    // A copy may overlap what it makes.
    for (const stop = end + length; end < stop; end += 1) bytes[end] = bytes.readUInt8(end - back);
  }
  return bytes.subarray(0, end);
}

/** The length that a block begins with, seven bits a byte, and where it ends. */
function lengthAhead(block: Buffer): [length: number, at: number] {
  let length = 0;
  for (let at = 0; ; at += 1) {
    const byte = block.readUInt8(at);
    length += (byte & 127) * 2 ** (7 * at);
    if (byte < 128) return [length, at + 1];
  }
}

interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that takes whatever metrics are sent to it, until the test has finished. */
async function metricsReceiver(ending?: Ending): Promise<{ host: string; posts: readonly Post[] }> {
  const posts: Post[] = [];
  const host = await loopbackServer(async (request, response) => {
    const { url: path = '', headers } = request;
    posts.push({ path, headers, body: await buffer(request) });
    response.end();
  }, ending);
  return { host, posts };
}
