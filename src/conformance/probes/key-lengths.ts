import { dispositionOf } from '../findings/acceptance.ts';
import { trialOf } from '../requests/difference.ts';
import { allForms } from '../requests/forms.ts';
import { keysOfLengths } from '../requests/keys.ts';
import type { Probe } from '../rule.ts';
import { fewer } from './fewer.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/** An earlier run may have used a key of one character: an equal body makes that a replay. */
const WORD = 'short and long keys';

/**
 * Keys of each length on each form of each billable operation. A profile may have changed the body since
 * an earlier run used the keys of one character: if both are refused, the first key is sent with another
 * body, which shows how the gateway refuses a used key.
 */
export const keyLengths: Probe<'series'> = {
  name: 'idempotency-key-lengths',
  modest: 'only one body, of the first operation that the target supports',
  run(gateway) {
    return Promise.all(
      fewer(gateway, allForms(gateway), 1).map(async (form) => {
        const { name: label } = form;
        const trials = keysOfLengths(form).map((key) => trialOf(form, form.request(WORD), [key]));
        const exchanges = await sequentially(trials, ({ request }) => sendTrial(gateway, request));
        const [, one, another] = exchanges;
        if (![one, another].every((each) => each && dispositionOf(each) === 'refused')) {
          return { label, exchanges };
        }
        const idempotencyKey = trials[0]?.request.idempotencyKey ?? '';
        const other = form.request('a used key');
        const conflict = await gateway.send({ ...other, idempotencyKey });
        return { label, exchanges: [...exchanges, conflict] };
      }),
    );
  },
};
