import type { Probe } from '../rule.ts';
import { freshKey, keyed } from './idempotency-key.ts';
import { relayed, type Sent } from './relayed.ts';
import { accepted } from './requests.ts';
import { allForms } from './text-forms.ts';

/** Each form of a billable request with a key, and the same again once its result must be stored. */
export const relayedRetries: Probe<'relay'> = {
  name: 'retries-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      allForms(gateway).map(async (form): Promise<Sent> => {
        const nonce = gateway.nonce();
        const request = accepted(form.request(nonce));
        const key = freshKey();
        const first = await gateway.send(keyed(request, key));
        await gateway.sleep(gateway.expect.replayLagMs);
        const again = await gateway.send(keyed(request, key, 2));
        return { label: form.name, nonce, exchanges: [first, again] };
      }),
    );
    return relayed(gateway, sent);
  },
};
