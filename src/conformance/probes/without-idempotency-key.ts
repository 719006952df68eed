import { billableOf } from '../requests/forms.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted, billableRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { withEffects } from './billable.ts';
import { fewer } from './fewer.ts';
import { keyed, unrelatedIfAlike } from './idempotency-key.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';

/** Each billable request with a key, then an equal one without. */
export const withAndWithoutKey: Probe<'series'> = {
  name: 'requests-with-and-without-a-key',
  modest: 'only for the first operation that the target supports',
  run: (gateway) =>
    Promise.all(
      fewer(gateway, billableOf(gateway), 1).map(async (operation) => {
        const request = accepted(billableRequest(gateway.expect, operation, gateway.nonce()));
        const exchanges = [
          await gateway.send(keyed(request, freshKey())),
          await sendTrial(gateway, request),
        ];
        return { label: operation, exchanges };
      }),
    ),
};

/** Each billable request twice, equal and without a key. */
export const equalWithoutKey: Probe<'series'> = {
  name: 'equal-requests-without-a-key',
  alone: true,
  modest: 'only for the first operation that the target supports',
  run: (gateway) =>
    sequentially(fewer(gateway, billableOf(gateway), 1), async (operation) => {
      const nonce = gateway.nonce();
      const request = accepted(billableRequest(gateway.expect, operation, nonce));
      const { label, exchanges, ...counted } = await withEffects(gateway, nonce, async () => ({
        label: operation,
        exchanges: [await gateway.send(request), await gateway.send(request)],
      }));
      const unrelated = billableRequest(gateway.expect, operation, gateway.nonce());
      const more = await unrelatedIfAlike(gateway, exchanges, unrelated);
      return { label, exchanges: [...exchanges, ...more], ...counted };
    }),
};
