import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const FINISHES = ['stop', 'length', 'content_filter'];

/** Chats and responses, in both forms, that the upstream ends for each reason. */
export const relayedFinishes: Probe<'relay'> = {
  name: 'finishes-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map((form) =>
        sequentially(FINISHES, (finishReason) => {
          const step = { finishReason, ttftMs: 0, itlMs: 0 };
          return sendScripted(gateway, `${form.name}, ${finishReason}`, step, (nonce) =>
            accepted(form.request(nonce)),
          );
        }),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};
