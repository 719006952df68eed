import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { accepted } from './requests.ts';
import { textForms } from './text-forms.ts';

/** Chats and responses, in both forms, that the model refuses to answer. */
export const relayedRefusals: Probe<'relay'> = {
  name: 'refusals-of-the-model-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map(async ({ name, request }) => {
        const nonce = gateway.nonce();
        const refusal = `I can't help with "${nonce}". Προσοχή 🙂`;
        await gateway.upstream.script(nonce, [{ refusal, ttftMs: 0, itlMs: 0 }]);
        const exchange = await gateway.send(accepted(request(nonce)));
        return { label: name, nonce, exchanges: [exchange] };
      }),
    );
    return relayed(gateway, sent);
  },
};
