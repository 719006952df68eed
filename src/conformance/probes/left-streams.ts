import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { watchedEnds } from './disconnected.ts';
import { sendScripted } from './relayed.ts';
import { textForms } from './text-forms.ts';

const EVENTS_READ = 5;
const TOKENS = 2000;
const GAP_MS = 10;
const STEP: UpstreamStep = { tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS };

/** Streams of 2 000 tokens whose caller disconnects after a few of them. */
export const leftStreams: Probe<'relay'> = {
  name: 'streams-whose-caller-disconnects',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(({ name, request }) =>
        sendScripted(gateway, name, STEP, (nonce) => ({
          ...request(nonce),
          disconnectAfterEvents: EVENTS_READ,
        })),
      ),
    );
    return watchedEnds(gateway, sent);
  },
};
