import { randomInt } from 'node:crypto';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { fewer } from './fewer.ts';
import { freshKey } from './idempotency-key.ts';
import { legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * An earlier run may have used a key of one character: an equal body makes that a replay. A
 * profile may have changed the body since, hence two such keys, other ones for each operation.
 */
const WORD = 'short and long keys';

/** Keys of 42, 1, 1, 255, 256 and 0 characters, and one of spaces, on each billable operation. */
export const keyLengths: Probe<'series'> = {
  name: 'idempotency-key-lengths',
  modest: 'only for the first operation that the target supports',
  run(gateway) {
    const start = randomInt(LETTERS.length);
    const letter = (place: number) => LETTERS.charAt((start + place) % LETTERS.length);
    return Promise.all(
      fewer(gateway, billableOf(gateway), 1).map(async (operation, index) => {
        const request = billableRequest(gateway.expect, operation, WORD);
        const ones = [letter(2 * index), letter(2 * index + 1)];
        const inBounds = [freshKey(), ...ones, sized(255)];
        const trials = [
          ...inBounds.map((idempotencyKey) => legal({ ...request, idempotencyKey })),
          ...[sized(256), '', '   '].map((idempotencyKey) => ({ ...request, idempotencyKey })),
        ];
        return {
          label: operation,
          exchanges: await sequentially(trials, (each) => gateway.send(each)),
        };
      }),
    );
  },
};

/**
 * Random characters: a text with a part of an API key in it, such as 0123456789ab, would be
 * redacted.
 */
function sized(length: number): string {
  const key = freshKey();
  return key.padEnd(length, key);
}
