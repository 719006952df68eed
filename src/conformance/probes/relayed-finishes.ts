import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const FINISHES = ['stop', 'length', 'content_filter'];

/** Chats, in both forms, that the upstream ends for each reason. */
export const relayedFinishes: Probe<'relay'> = {
  name: 'finishes-seen-at-both-ends',
  async run(gateway) {
    const chats = textForms(gateway).filter(({ name }) => name.startsWith('chat'));
    const sent = await Promise.all(
      chats.map((form) =>
        sequentially(FINISHES, async (finishReason): Promise<Sent> => {
          const nonce = gateway.nonce();
          await gateway.upstream.script(nonce, [{ finishReason, ttftMs: 0, itlMs: 0 }]);
          const exchange = await gateway.send(accepted(form.request(nonce)));
          return { label: `${form.name}, ${finishReason}`, nonce, exchanges: [exchange] };
        }),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};
