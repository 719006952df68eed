import { expect, onTestFinished, test } from 'vitest';
import type { Effort } from '../../../src/conformance/effort.ts';
import type { Series } from '../../../src/conformance/evidence.ts';
import { keyLengths } from '../../../src/conformance/probes/keys.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { idempotencyLengthAccepted } from '../../../src/conformance/rules/idempotency/keys.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { header } from '../../../src/exchange/exchange.ts';
import { type Started, start } from '../../reference-server/support/start.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** So many that a key of one character comes back, under another operation if it could. */
const RUNS = 50;

const { expect: settings } = resolveProfile(referenceProfile, []);

test('key lengths: keys beside an API key of letters and digits in a row are recorded whole', async () => {
  const first = 'ref_live_abcdefghijklmnopqrstuvwxyz0123456789';
  const series = await probe(await start({ keys: [first, 'ref_live_another'] }));
  const lengths = series
    .flatMap(({ exchanges }) => exchanges)
    .map(({ request }) => header(request.headers, 'idempotency-key')?.length);
  expect(lengths.filter((length) => length === 255)).toHaveLength(7);
  expect(lengths.filter((length) => length === 256)).toHaveLength(7);
});

test('key lengths: a later run uses no key of one character for another operation', async () => {
  const users = new Map<string, Set<string>>();
  for (let count = 0; count < RUNS; count += 1) {
    const gateway = new DryRunGateway(keyLengths.name, settings);
    await keyLengths.run(gateway);
    for (const { operation, request } of gateway.exchanges) {
      const key = header(request.headers, 'idempotency-key') ?? '';
      if (key.length === 1) users.set(key, (users.get(key) ?? new Set()).add(operation));
    }
  }
  expect(users.size).toBeGreaterThan(10);
  expect([...users].filter(([, operations]) => operations.size > 1)).toEqual([]);
});

test('key lengths: a refusal of keys that were used for another body is not a finding', async () => {
  const gateway = await start();
  for (const idempotencyKey of LETTERS) {
    const messages = [{ role: 'user', content: 'As an earlier profile sent it.' }];
    const json = { model: 'ref-echo', messages };
    await gateway.ask('/chat/completions', { json, idempotencyKey });
  }
  const [chat] = await probe(gateway, 'modest');
  expect(chat?.exchanges.map(({ answer }) => answer?.status)).toEqual([
    200, 422, 422, 200, 400, 400, 400, 422,
  ]);
  expect(() => chat && judge(chat)).toThrow('a key of one character that no earlier run used');
});

/** @param effort modest: only chats */
async function probe(
  { address, keys: [first] }: Started,
  effort: Effort = 'thorough',
): Promise<readonly Series[]> {
  const expected = { expect: settings, seed: 1, effort };
  const gateways = createProbeGateways({ address, keys: { first }, ...expected });
  onTestFinished(() => gateways.close());
  const gathered = await keyLengths.run(gateways.gatewayFor(keyLengths));
  return gathered.filter((piece) => 'exchanges' in piece);
}

function judge(series: Series) {
  return [...idempotencyLengthAccepted.judge(series, settings)];
}
