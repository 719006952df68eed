import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sendForms } from './send-forms.ts';
import { textForms } from './text-forms.ts';

const FAILURES: readonly UpstreamFailure[] = ['rst-after', 'fin-after', 'error-event'];
const AFTER_TOKENS = 5;
const WORDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Streams that fail after 5 tokens; a second attempt gets another text. */
export const splicedUpstream: Probe<'relay'> = {
  name: 'streams-that-fail-with-another-text-behind',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const cases = FAILURES.map((kind) => ({
      label: kind,
      steps: [
        { name: kind, text: textOf('first'), fail: { kind, afterTokens: AFTER_TOKENS } },
        { name: 'another text', text: textOf('second') },
      ],
    }));
    return relayed(gateway, await sendForms(gateway, streams, cases));
  },
};

/** Words that no other text has. */
function textOf(name: string): string {
  return WORDS.map((word) => `${name}${word} `).join('');
}
