import type { Probe } from '../rule.ts';
import { watchedEnds } from './disconnected.ts';
import { textForms } from './text-forms.ts';

const EVENTS_READ = 5;
const TOKENS = 2000;
const GAP_MS = 10;

/** Streams of 2 000 tokens whose caller disconnects after a few of them. */
export const leftStreams: Probe<'relay'> = {
  name: 'streams-whose-caller-disconnects',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(async ({ name, request }) => {
        const nonce = gateway.nonce();
        await gateway.upstream.script(nonce, [{ tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS }]);
        const exchange = await gateway.send({
          ...request(nonce),
          disconnectAfterEvents: EVENTS_READ,
        });
        return { label: name, nonce, exchanges: [exchange] };
      }),
    );
    return watchedEnds(gateway, sent);
  },
};
