import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { accepted } from './requests.ts';
import { textForms } from './text-forms.ts';

const TOKENS = 50;
const GAP_MS = 20;

/** Streams of 50 tokens, 20 ms apart. */
export const relayedEvenPace: Probe<'relay'> = {
  name: 'even-pace-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(async ({ name, request }) => {
        const nonce = gateway.nonce();
        await gateway.upstream.script(nonce, [{ tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS }]);
        const exchange = await gateway.send(accepted(request(nonce)));
        return { label: name, nonce, exchanges: [exchange] };
      }),
    );
    return relayed(gateway, sent);
  },
};
