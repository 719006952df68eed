import { narrow } from '../../../answers/narrow.ts';
import { givenText } from '../../../answers/reply.ts';
import { sentText } from '../../../answers/sent-body.ts';
import { noncesIn } from '../../../exchange/nonce.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { relayedCrowd } from '../../probes/relayed-crowd.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** One user reads what the model wrote for another. */
export const relayNoCrossTalk: JudgeRule<'relay'> = {
  id: 'relay-no-cross-talk',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §3.3: a response is for the request that it answers',
  statement:
    'With concurrent requests, each caller gets the answer of the upstream to its own request.',
  provenBy: 'relay-swap-answers',
  evidence: 'relay',
  operations: ['chat', 'responses', 'transcription'],
  needs: ['upstream'],
  fromTraffic: true,
  probe: relayedCrowd,

  *judge(relay) {
    const calls = needCalls(relay);
    let seen = 0;
    for (const exchange of relay.exchanges) {
      const reply = narrow('reply', exchange);
      const text = reply && givenText(reply);
      const words = noncesIn(text ?? '');
      const own = new Set([
        ...noncesIn(sentText(exchange)),
        ...calls.flatMap((call) => call.nonces),
      ]);
      seen += words.size;
      for (const word of words) {
        if (own.has(word)) continue;
        yield { expected: [...own].join(', '), actual: `${word}, of another request`, exchange };
      }
    }
    need(seen > 0, 'a whole 2xx answer that repeats a word of its request');
  },
};
