import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as requestTo } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';
import { assayRelay } from '../support/reference-relay.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('traces');
const write = writerIn(folder);
const KEYS = ['acme_live_5f2d9c3b7a18460e', 'acme_live_c04e81d7926fb35a'] as const;

const BatchSchema = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({ spans: z.array(z.object({ traceId: z.string(), spanId: z.string() })) }),
      ),
    }),
  ),
});

/** A collector, and a gateway behind what notes the headers that it receives. */
async function traced(ending: Ending, faults: readonly string[] = []) {
  const server = createReferenceServer({ keys: KEYS, faults });
  ending.onTestFinished(() => server.close(0));
  const gateway = new URL((await server.listen()).address);
  const seen: IncomingHttpHeaders[] = [];
  const target = await loopbackServer((request, response) => {
    const { method, url: path, headers } = request;
    seen.push(headers);
    const onward = requestTo({ host: gateway.hostname, port: gateway.port, method, path, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response).on('error', () => answer.destroy());
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }, ending);
  const posts: { headers: IncomingHttpHeaders; body: string }[] = [];
  const collector = await loopbackServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await text(request) });
    response.end('{}');
  }, ending);
  return { target: `http://${target}/v1`, collector: `http://${collector}`, seen, posts };
}

function idsIn(bodies: readonly string[]): string[] {
  const batches = bodies.map((body) => BatchSchema.parse(JSON.parse(body)));
  const spans = batches
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);
  return spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
}

const env = { ASSAY_API_KEY: KEYS[0], ASSAY_API_KEY_2: KEYS[1] };

/** On a busy machine the load generator may be late, which makes a load inconclusive. */
const MEASURED = [0, 2];

test.concurrent('conform: each request of a probe is a trace, and a span of it reaches the collector without a key', async (context) => {
  const { target, collector, seen, posts } = await traced(context);
  const words = ['conform', '--target', target, '--profile', 'reference', '--area', 'auth'];
  const run = await assay([...words, '--traces'], {
    cwd: folder,
    env: {
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
    },
  });
  expect(run.code, run.stderr).toBe(0);
  const ids = idsIn(posts.map(({ body }) => body));
  expect(ids.length).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
  const sent = new Set(seen.map(({ traceparent }) => traceparent));
  expect(ids.filter((id) => !sent.has(id))).toEqual([]);
  expect(posts[0]?.headers).toMatchObject({ 'x-tenant': 'acme' });
  for (const key of KEYS) {
    const spoken = key.replace(/^.*_/, '');
    for (const { body } of posts) expect(body).not.toContain(spoken);
  }
  expect(run.stderr).toContain(`Traces: ${ids.length} spans sent`);
});

test.concurrent.for(['live', 'after'])(
  'load: judged %s, each request carries a trace, and the sampled share reaches the collector',
  async (judge, context) => {
    const { target, collector, seen, posts } = await traced(context);
    const words = ['load', '--target', target, '--profile', 'reference', '--scenario', 'chat'];
    const flags = ['--arrival-rate', '50/s', '--duration', '3s', '--judge', judge];
    const run = await assay([...words, ...flags, '--traces', collector], { cwd: folder, env });
    expect(MEASURED, run.stderr).toContain(run.code);
    const chats = seen.filter(({ traceparent }) => traceparent !== undefined);
    const flagsOf = chats.map(({ traceparent }) => String(traceparent).slice(-2));
    expect(chats.length).toBeGreaterThan(50);
    const sampled = flagsOf.filter((flag) => flag === '01').length;
    expect(sampled).toBeGreaterThan(1);
    expect(sampled).toBeLessThan(chats.length / 3);
    const ids = new Set(idsIn(posts.map(({ body }) => body)));
    const missing = chats
      .map(({ traceparent }) => String(traceparent))
      .filter((id) => id.endsWith('01') && !ids.has(id));
    expect(missing).toEqual([]);
  },
);

test.concurrent('load: findings and the slowest requests of a report link to traces that were sent', async (context) => {
  const { target, collector, posts } = await traced(context, ['cs-chunk-after-done']);
  const link = 'https://jaeger.example/trace/{traceId}';
  await write(
    'traced.yaml',
    `traces: ${collector}\ntraceShare: 1\ntraceLink: ${link}\ntarget: ${target}\nprofile: reference\n`,
  );
  const words = ['load', '--scenario', 'chat-stream', '--duration', '2s', '--out', 'report'];
  const run = await assay([...words, '--config', 'traced.yaml'], { cwd: folder, env });
  expect(run.code, run.stderr).toBe(1);
  const report = RunReportSchema.parse(
    JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')),
  );
  const examples = report.load?.violations.flatMap((each) => each.examples) ?? [];
  const slowest = report.load?.slowest ?? [];
  expect(slowest).toHaveLength(3);
  const traces = [
    ...examples.map(({ evidence }) => evidence?.trace),
    ...slowest.map((each) => each.trace),
  ];
  const sent = idsIn(posts.map(({ body }) => body)).map((value) => value.split('-')[1]);
  for (const trace of traces) {
    expect(sent).toContain(trace?.id);
    expect(trace?.url).toBe(link.replace('{traceId}', trace?.id ?? ''));
  }
  const page = await readFile(join(folder, 'report', 'report.html'), 'utf8');
  expect(page).toContain(`<a href="${slowest[0]?.trace.url}">`);
});

test.concurrent.for([
  { faults: [], level: 'passes', verdict: 'pass' },
  { faults: ['relay-drop-trace'], level: 'finds what ends it', verdict: 'warn' },
])(
  'load: a trace is seen by the caller, the gateway and the provider: $level',
  async ({ faults, verdict }, context) => {
    const { collector, posts } = await traced(context);
    const out = join(folder, verdict);
    const flags = ['--scenario', 'chat', '--duration', '2s', '--out', out, '--traces', collector];
    const run = await assayRelay(['load', ...flags], { faults });
    expect(MEASURED, run.stderr).toContain(run.code);
    const report = RunReportSchema.parse(
      JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
    );
    const rule = report.rules.find(({ id }) => id === 'relay-trace-continued');
    expect(rule).toMatchObject({ verdict, load: { judged: expect.any(Number) } });
    expect(rule?.load?.judged).toBeGreaterThan(20);
    expect(idsIn(posts.map(({ body }) => body)).length).toBeGreaterThan(0);
    for (const { evidence, upstream = [] } of rule?.load?.examples ?? []) {
      expect(evidence?.trace?.id).toMatch(/^[0-9a-f]{32}$/);
      expect(upstream.flatMap(({ headers }) => headers.map(([name]) => name))).not.toContain(
        'traceparent',
      );
    }
  },
);

test.concurrent('load: a collector that answers 500 is a warning, and the load ends as without it', async (context) => {
  const { target } = await traced(context);
  const refusing = await loopbackServer((_request, response) => {
    response.writeHead(500).end();
  }, context);
  const words = ['load', '--target', target, '--profile', 'reference', '--scenario', 'chat'];
  const flags = ['--duration', '2s', '--traces', `http://${refusing}`];
  const run = await assay([...words, ...flags], { cwd: folder, env });
  expect(run.stderr.match(/does not take spans \(it returned 500\)/g)).toHaveLength(1);
  expect(run.stderr).toMatch(/^Traces: 0 spans sent; \d+ not taken by the collector$/m);
  expect(MEASURED, run.stderr).toContain(run.code);
});

test.concurrent('conform: without a collector requests carry a trace, and the run reports it', async (context) => {
  const { target, seen } = await traced(context);
  const words = ['conform', '--target', target, '--profile', 'reference', '--area', 'auth'];
  const run = await assay([...words, '--traces'], { cwd: folder, env });
  expect(run.stderr).toMatch(
    /^Traces: requests carry traceparent; no collector is named, so no span/m,
  );
  expect(seen.filter(({ traceparent }) => traceparent !== undefined).length).toBeGreaterThan(50);
  expect(run.code, run.stderr).toBe(0);
});

test.concurrent('load: a script that is printed carries traces, and sends no spans', async () => {
  const words = ['load', '--target', 'http://127.0.0.1:1/v1', '--profile', 'default'];
  const run = await assay([...words, '--emit', 'script', '--traces'], { cwd: folder });
  expect(run.stderr).toContain('The requests of the script carry traceparent. It sends no spans.');
  expect(run.stdout).toContain('traceShare');
  expect(run.code, run.stderr).toBe(0);
});
