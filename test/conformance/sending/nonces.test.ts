import { expect, onTestFinished, test } from 'vitest';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { freshKeys } from '../../../src/target/keys.ts';
import { EXPECT } from '../../support/judge-reference.ts';
import { startUpstream } from '../../support/relay/reference-upstream.ts';

const TARGET = { address: 'http://127.0.0.1:1', expect: EXPECT, seed: 1 };

test('nonces: with an upstream, two runs with one seed have no word in common', async () => {
  const keys = freshKeys();
  const upstream = await startUpstream(keys);
  onTestFinished(() => upstream.stop());
  const [one, other] = [1, 2].map(() => {
    const gateways = createProbeGateways({ ...TARGET, keys, upstream });
    onTestFinished(() => gateways.close());
    return gateways.gatewayFor({ name: 'a-probe' }).nonce();
  });
  expect(one).toMatch(/^n[0-9a-f]{8}$/);
  expect(one).not.toBe(other);
});

test('nonces: without an upstream, one seed gives the same words', () => {
  const [one, other] = [1, 2].map(() => {
    const gateways = createProbeGateways({ ...TARGET, keys: freshKeys() });
    onTestFinished(() => gateways.close());
    return gateways.gatewayFor({ name: 'a-probe' }).nonce();
  });
  expect(one).toBe(other);
});
