import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const ENV = { ASSAY_API_KEY: 'k_live_1234567' };
const NOT_FOUND = '{"error":{"message":"no","type":"invalid_request_error","code":"not_found"}}';

/** A gateway that takes every request, and never answers those with another method. */
async function answeringOnly(methods: readonly string[], ending: Ending): Promise<string> {
  const host = await loopbackServer((request, response) => {
    request.resume();
    if (!methods.includes(request.method ?? '')) return;
    response.writeHead(404, { 'content-type': 'application/json' }).end(NOT_FOUND);
  }, ending);
  return `http://${host}`;
}

test.concurrent('load: the wait for a target that hangs on POSTs is short, announced and reported', async (context) => {
  const out = await folderOfTest('hanging', context);
  const config = join(out, 'assay.yaml');
  await writeFile(
    config,
    'workload: {scenario: chat-stream, arrivalRate: 5/s, arrivals: constant, duration: 1s, gracefulStop: 1s}\n',
  );
  const target = await answeringOnly(['GET', 'DELETE'], context);
  const startMs = performance.now();
  let loadAfterMs = Number.POSITIVE_INFINITY;
  const run = await assay(['load', '--target', target, '--config', config, '--out', out], {
    env: ENV,
    onStderr: (text) => {
      const isLoading = /^Load: chat-stream/m.test(text);
      if (isLoading) loadAfterMs = Math.min(loadAfterMs, performance.now() - startMs);
    },
  });
  expect(run.stderr).toMatch(
    /^Waiting for the target: each operation has 20 s to respond to a valid request\nNo response to a valid request within 20 s: chat\. These operations count as offered\.\nLoad: chat-stream/m,
  );
  expect(loadAfterMs).toBeLessThan(40_000);
  const report = await reportIn(out);
  expect(report.target.note).toMatch(
    /^No response to a valid request within 20 s: .* These operations count as offered\.$/,
  );
  expect(report.outcome).not.toBe('pass');
  expect(run.stdout.replace(/\s+/g, ' ')).toContain(report.target.note);
});

test.concurrent('preflight: the wait for a silent target is announced, except with --quiet', async (context) => {
  const target = await answeringOnly([], context);
  const order = ['conform', '--target', target, '--out', await folderOfTest('hanging', context)];
  const [normal, quiet] = await Promise.all([
    assay(order, { env: ENV }),
    assay([...order, '--quiet'], { env: ENV }),
  ]);
  expect(normal.stderr).toMatch(
    /^Waiting for the target: http:\S+ has 10 s to respond to a read\nTarget is unresponsive: no response within 10 s: /m,
  );
  expect(quiet.stderr).toMatch(/^Target is unresponsive: no response within 10 s: /);
  expect([normal.code, quiet.code]).toEqual([2, 2]);
});
