import type { UpstreamFailure } from '../../exchange/upstream/upstream-step.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { sequentially } from './sequentially.ts';
import { textForms } from './text-forms.ts';

const FAILURES: readonly UpstreamFailure[] = ['rst-after', 'fin-after', 'error-event'];
const AFTER_TOKENS = 5;
const WORDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Streams that fail after 5 tokens; a second attempt gets another text. */
export const splicedUpstream: Probe<'relay'> = {
  name: 'streams-that-fail-with-another-text-behind',
  async run(gateway) {
    const streams = textForms(gateway).filter(({ stream }) => stream);
    const sent = await Promise.all(
      streams.map((form) =>
        sequentially(FAILURES, async (kind): Promise<Sent> => {
          const nonce = gateway.nonce();
          await gateway.upstream.script(nonce, [
            { name: kind, text: textOf('first'), fail: { kind, afterTokens: AFTER_TOKENS } },
            { name: 'another text', text: textOf('second') },
          ]);
          const exchange = await gateway.send({ ...form.request(nonce), retries: 0 });
          return { label: `${form.name}, ${kind}`, nonce, exchanges: [exchange] };
        }),
      ),
    );
    return relayed(gateway, sent.flat());
  },
};

/** Words that no other text has. */
function textOf(name: string): string {
  return WORDS.map((word) => `${name}${word} `).join('');
}
