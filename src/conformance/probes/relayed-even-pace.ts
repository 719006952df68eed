import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { accepted } from './requests.ts';
import { textForms } from './text-forms.ts';

const TOKENS = 50;
const GAP_MS = 20;
const STEP: UpstreamStep = { tokens: TOKENS, ttftMs: GAP_MS, itlMs: GAP_MS };

/** Streams of 50 tokens, 20 ms apart. */
export const relayedEvenPace: Probe<'relay'> = {
  name: 'even-pace-seen-at-both-ends',
  alone: true,
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map(({ name, request }) =>
        sendScripted(gateway, name, STEP, (nonce) => accepted(request(nonce))),
      ),
    );
    return relayed(gateway, sent);
  },
};
