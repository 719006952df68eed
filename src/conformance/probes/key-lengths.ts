import { randomInt } from 'node:crypto';
import { BILLABLE, OPERATIONS } from '../../contract/operations.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { freshKey } from './idempotency-key.ts';
import { legal } from './requests.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';
import { allForms, type RequestForm } from './text-forms.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Keys of one character for each form: a gateway may keep one key for all of them. */
const SHARE = 8;

/** An earlier run may have used a key of one character: an equal body makes that a replay. */
const WORD = 'short and long keys';

/**
 * Keys of 42, 1, 1, 255, 256 and 0 characters, and one of spaces, on each form of each billable operation. A
 * profile may have changed the body since an earlier run used the keys of one character: if both are
 * refused, the first key is sent with another body, which shows how the gateway refuses a used key.
 */
export const keyLengths: Probe<'series'> = {
  name: 'idempotency-key-lengths',
  modest: 'only one body, of the first operation that the target supports',
  run(gateway) {
    return Promise.all(
      fewer(gateway, allForms(gateway), 1).map(async (form) => {
        const { name } = form;
        const request = form.request(WORD);
        const ordinary = freshKey();
        const inBounds = [ordinary, ...lettersFor(form), sized(255)];
        const trials = [
          ...inBounds.map((idempotencyKey) => legal({ ...request, idempotencyKey })),
          ...[sized(256), '', '   '].map((idempotencyKey) => ({ ...request, idempotencyKey })),
        ];
        const exchanges = await sequentially(trials, (each) => sendTrial(gateway, each));
        const [, one, another] = exchanges;
        if (![one, another].every((each) => each && dispositionOf(each) === 'refused')) {
          return { label: name, exchanges };
        }
        const other = form.request('a used key');
        const conflict = await gateway.send({ ...other, idempotencyKey: ordinary });
        return { label: name, exchanges: [...exchanges, conflict] };
      }),
    );
  },
};

/** Two of the characters that only this form has as keys. */
function lettersFor({ operation, stream }: RequestForm): readonly string[] {
  const forms = [...BILLABLE, ...BILLABLE.filter((each) => OPERATIONS[each].streams)];
  const first = SHARE * (stream ? forms.lastIndexOf(operation) : forms.indexOf(operation));
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
