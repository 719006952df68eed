import { expect, test } from 'vitest';
import { slowReaders } from '../../../src/conformance/probes/relay/connections.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import { EXPECT } from '../../support/judge-reference.ts';

test.each([
  ['chats and responses', undefined, ['responses', 'chat']],
  ['responses alone, where chats are missing', 'chat', ['responses']],
])('slow readers: they are sent streams of %s', async (_, absent, operations) => {
  const gateway = new DryRunGateway('streams-to-slow-readers', EXPECT, {
    isAbsent: (operation) => operation === absent,
  });
  await slowReaders.run(gateway);
  expect(gateway.exchanges.map(({ operation }) => operation)).toEqual(operations);
  expect(gateway.exchanges.map(({ outcome }) => outcome)).toEqual(operations.map(() => 'aborted'));
});
