import { randomInt } from 'node:crypto';
import { BILLABLE, type Billable } from '../../contract/operations.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { fewer } from './fewer.ts';
import { freshKey } from './idempotency-key.ts';
import { legal } from './requests.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Keys of one character for each operation: a gateway may keep one key for all of them. */
const SHARE = Math.floor(LETTERS.length / BILLABLE.length);

/** An earlier run may have used a key of one character: an equal body makes that a replay. */
const WORD = 'short and long keys';

/**
 * Keys of 42, 1, 1, 255, 256 and 0 characters, and one of spaces, on each billable operation. A
 * profile may have changed the body since an earlier run used the keys of one character: if both are
 * refused, the first key is sent with another body, which shows how the gateway refuses a used key.
 */
export const keyLengths: Probe<'series'> = {
  name: 'idempotency-key-lengths',
  modest: 'only for the first operation that the target supports',
  run(gateway) {
    return Promise.all(
      fewer(gateway, billableOf(gateway), 1).map(async (operation) => {
        const request = billableRequest(gateway.expect, operation, WORD);
        const ordinary = freshKey();
        const inBounds = [ordinary, ...lettersFor(operation), sized(255)];
        const trials = [
          ...inBounds.map((idempotencyKey) => legal({ ...request, idempotencyKey })),
          ...[sized(256), '', '   '].map((idempotencyKey) => ({ ...request, idempotencyKey })),
        ];
        const exchanges = await sequentially(trials, (each) => sendTrial(gateway, each));
        const [, one, another] = exchanges;
        if (![one, another].every((each) => each && dispositionOf(each) === 'refused')) {
          return { label: operation, exchanges };
        }
        const other = billableRequest(gateway.expect, operation, 'a used key');
        const conflict = await gateway.send({ ...other, idempotencyKey: ordinary });
        return { label: operation, exchanges: [...exchanges, conflict] };
      }),
    );
  },
};

/** Two of the characters that only this operation has as keys. */
function lettersFor(operation: Billable): readonly string[] {
  const first = SHARE * BILLABLE.indexOf(operation);
  const start = randomInt(SHARE);
  return [start, (start + 1) % SHARE].map((place) => LETTERS.charAt(first + place));
}

/**
 * Random characters: a text with a part of an API key in it, such as 0123456789ab, would be
 * redacted.
 */
function sized(length: number): string {
  const key = freshKey();
  return key.padEnd(length, key);
}
