import { expect, test } from 'vitest';
import { hostileRequests } from '../../src/conformance/probes/hostile-requests.ts';
import { badJson } from '../../src/conformance/probes/odd-requests.ts';
import { RehearsalGateway } from '../../src/conformance/rehearsal-gateway.ts';
import type { Probe } from '../../src/conformance/rule.ts';
import { EXPECT } from './judge-reference.ts';

/** What a probe sends to a gateway that answers well, as its label and the line of its request. */
async function rehearsed(probe: Probe<'series'>) {
  const gathered = await probe.run(new RehearsalGateway(probe.name, EXPECT));
  return gathered.flatMap(({ label, exchanges }) =>
    exchanges.map(({ request }) => ({ label, request })),
  );
}

test('bad JSON: a good request in which one byte is not UTF-8 goes to each operation that takes JSON', async () => {
  const sent = (await rehearsed(badJson)).filter(({ label }) => label === 'text that is not UTF-8');
  expect(sent.map(({ request }) => new URL(request.url).pathname)).toEqual([
    '/chat/completions',
    '/responses',
    '/images/generations',
    '/videos',
  ]);
  for (const { request } of sent) {
    const text = request.body.kind === 'text' ? request.body.text : '';
    expect(text.match(/\uFFFD/g), request.url).toHaveLength(1);
    expect(JSON.parse(text)).toHaveProperty('model');
  }
});

test('hostile requests: each stands between two good ones, and the large one is 64 MiB', async () => {
  const gathered = await hostileRequests.run(new RehearsalGateway('hostile', EXPECT));
  const sizes = gathered.map(({ label, exchanges }) => {
    expect(exchanges, label).toHaveLength(3);
    const body = exchanges[1]?.request.body;
    return body?.kind === 'text' ? body.sizeBytes : 0;
  });
  expect(Math.max(...sizes)).toBeGreaterThan(64 * 1024 * 1024);
  const headers = gathered.at(-1)?.exchanges[1]?.request.headers ?? [];
  expect(Math.max(...headers.map(([, value]) => value.length))).toBe(100_000);
});
