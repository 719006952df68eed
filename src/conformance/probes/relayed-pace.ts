import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { accepted } from './requests.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const TOKENS = 20;
const GAP_MS = 50;

/** Streams of 20 tokens, 50 ms apart. */
export const relayedPace: Probe<'relay'> = {
  name: 'pace-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const step = { tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS };
    const sent = await sequentially(streams, ({ name, request }) =>
      sendScripted(gateway, name, step, (nonce) => accepted(request(nonce))),
    );
    return relayed(gateway, sent);
  },
};
