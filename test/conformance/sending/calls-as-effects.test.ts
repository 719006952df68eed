import { expect, test } from 'vitest';
import { withCallsAsEffects } from '../../../src/conformance/probes/effects.ts';
import { answer } from '../rules/exchanges.ts';
import { call, relay } from '../rules/relays.ts';

const LIST = { operation: 'other' } as const;

test.each([
  ['each call that succeeds counts', [call(), call()], 0, 2],
  ['a call that failed is not charged', [call(), call({ answer: { status: 503 } })], 0, 1],
  ['nor is one that the gateway gave up', [call({ outcome: 'disconnected' }), call()], 0, 1],
  ['nor is a list of models', [call(), call(LIST)], 0, 1],
  ['unknown where no call was found', [], 0, undefined],
  ['unknown where no call succeeded', [call({ outcome: 'failed' })], 0, undefined],
  ['unknown while a call is not over', [call()], 1, undefined],
])('calls as effects: %s', (_, calls, open, effects) => {
  expect(withCallsAsEffects(relay([answer({})], calls, { open })).effects).toBe(effects);
});
