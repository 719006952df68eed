import { expect, test } from 'vitest';
import type { Operation } from '../../../src/contract/operations.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { harvest } from './load-run.ts';

const SENT_WITHOUT: readonly (readonly [string, readonly Operation[], readonly Operation[]])[] = [
  ['abandon', ['chat'], ['responses']],
  ['idempotent-retry', ['images', 'video-create'], ['chat', 'responses']],
  ['video-poll-cancel', ['video-read'], ['video-cancel', 'video-create']],
];

test.concurrent.each(SENT_WITHOUT)(
  '%s: without %j every arrival sends the remaining operations: %j',
  async (scenario, absent, left) => {
    const { result, exchanges } = await withReference({}, (gateway) =>
      harvest({ scenario, duration: '1s' }, gateway, { absent }),
    );
    expect(result.scriptErrors.count).toBe(0);
    expect([...new Set(exchanges.map(({ operation }) => operation))].toSorted()).toEqual(left);
    expect(exchanges.length).toBeGreaterThanOrEqual(result.end?.started ?? Infinity);
  },
);
