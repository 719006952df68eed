import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { textForms } from './text-forms.ts';

const CUTS: readonly UpstreamFailure[] = ['fin-after', 'rst-after', 'no-done', 'no-finish'];
const AFTER_TOKENS = 5;

/** Streams that the upstream does not complete: cut after 5 tokens, or without their last events. */
export const cutUpstream: Probe<'relay'> = {
  name: 'streams-that-the-upstream-cuts',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const cases = CUTS.map((kind) => ({
      label: kind,
      steps: [{ name: kind, tokens: 16, fail: { kind, afterTokens: AFTER_TOKENS } }],
    }));
    return relayed(gateway, await sendForms(gateway, streams, cases));
  },
};
