import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed, sendScripted } from './relayed.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const CUTS: readonly UpstreamFailure[] = ['fin-after', 'rst-after', 'no-done', 'no-finish'];
const AFTER_TOKENS = 5;

/** Streams that the upstream does not complete: cut after 5 tokens, or without their last events. */
export const cutUpstream: Probe<'relay'> = {
  name: 'streams-that-the-upstream-cuts',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map((form) =>
        sequentially(CUTS, (kind) => {
          const step = { name: kind, tokens: 16, fail: { kind, afterTokens: AFTER_TOKENS } };
          return sendScripted(gateway, `${form.name}, ${kind}`, step, (nonce) => ({
            ...form.request(nonce),
            retries: 0,
          }));
        }),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};
