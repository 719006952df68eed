import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { harvest } from './load-run.ts';

const SENT_WITHOUT: readonly (readonly [string, readonly Operation[], readonly Operation[]])[] = [
  ['abandon', ['chat'], ['responses']],
  ['idempotent-retry', ['images', 'video-create'], ['chat', 'responses']],
  ['video-poll-cancel', ['video-read'], ['video-cancel', 'video-create']],
];

test.concurrent.each(SENT_WITHOUT)(
  '%s: without %j every arrival sends the remaining operations: %j',
  async (scenario, absent, left) => {
    const server = createReferenceServer();
    const { address } = await server.listen();
    const [first, second] = server.keys;
    try {
      const { result, exchanges } = await harvest(
        { scenario, duration: '1s' },
        { address, keys: { first, second } },
        { absent },
      );
      expect(result.scriptErrors.count).toBe(0);
      expect([...new Set(exchanges.map(({ operation }) => operation))].toSorted()).toEqual(left);
      expect(exchanges.length).toBeGreaterThanOrEqual(result.end?.started ?? Infinity);
    } finally {
      await server.close(0);
    }
  },
);
