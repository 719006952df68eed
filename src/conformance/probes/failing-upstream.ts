import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

/** What a provider answers when it refuses, is overloaded or fails. */
const STATUSES = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 529];
const FEW = [400, 401, 429, 500, 503];

/** Texts for which the upstream returns the same failure to every attempt. */
export const failingUpstream: Probe<'relay'> = {
  name: 'failures-of-the-upstream',
  modest: '5 kinds of failure instead of 12',
  async run(gateway) {
    const statuses = gateway.effort === 'modest' ? FEW : STATUSES;
    const sent = await Promise.all(
      textForms(gateway).map((form) =>
        sequentially(statuses, async (status): Promise<Sent> => {
          const nonce = gateway.nonce();
          await gateway.upstream.script(nonce, [{ name: `status ${status}`, status }]);
          const exchange = await gateway.send({ ...form.request(nonce), retries: 0 });
          return { label: `${form.name}, upstream ${status}`, nonce, exchanges: [exchange] };
        }),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};
