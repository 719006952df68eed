import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import type { LoadResult } from '../../../src/load/load-result.ts';
import { runLoad } from '../../../src/load/run-load.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { parseAbortCondition } from '../../../src/measure/abort-watch.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);

let binary: string;
let server: Server;
let address: string;

/** A gateway that fails every request, but lists no effects. */
beforeAll(async () => {
  binary = await findEngine();
  server = createServer((_, response) => response.writeHead(500).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const serverAddress = server.address();
  address = `http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : 0}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

interface Changes {
  readonly abortOn: string;
  readonly duration: string;
  readonly engines?: number;
  readonly accepts?: boolean;
}

function load(changes: Changes): Promise<LoadResult> {
  return runLoad({
    binary,
    workload: WorkloadSchema.parse({
      scenario: 'chat',
      arrivalRate: '100/s',
      duration: changes.duration,
      gracefulStop: '120s',
    }),
    address,
    keys: { first: 'test_live_0123456789abcdef' },
    rules: RULES,
    profile: resolveProfile(referenceProfile, RULES),
    capabilities: { secondKey: false },
    objectives: [],
    signal: new AbortController().signal,
    engines: changes.engines ?? 1,
    abortOn: {
      conditions: [parseAbortCondition(changes.abortOn)],
      levelOf: ({ level }) => level,
      isAccepted: () => changes.accepts === true,
    },
  });
}

test.each<[string, Partial<Changes>]>([
  ['on two engines', { engines: 2 }],
  ['by its findings', { abortOn: 'findings must > 10 over 2s' }],
])('abortOn: a hopeless load, %s, ends early and cleanly', async (_, changes) => {
  const result = await load({ abortOn: 'errors > 20% over 2s', duration: '60s', ...changes });
  expect(result.failures).toEqual([]);
  expect(result.abort?.atMs).toBeGreaterThan(1500);
  expect(result.durationMs).toBe(result.abort?.atMs);
  expect(result.durationMs).toBeLessThan(30_000);
  expect(result.judgedExchanges).toBe(result.exchanges);
  const { errors, unanswered } = result.measure;
  expect(errors).toBeGreaterThan(20);
  expect(errors + unanswered.found.requests).toBe(result.exchanges);
});

test('abortOn: findings that the baseline accepts do not end a load', async () => {
  const abortOn = 'findings must > 10 over 2s';
  const result = await load({ abortOn, duration: '4s', accepts: true });
  expect(result.abort).toBeUndefined();
  expect(result.judges.some(({ tally }) => tally.findings > 10)).toBe(true);
});
