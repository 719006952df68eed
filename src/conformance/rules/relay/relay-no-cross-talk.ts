import { narrow } from '../../../answers/narrow.ts';
import { givenText } from '../../../answers/reply.ts';
import { sentText } from '../../../answers/sent-body.ts';
import { noncesIn } from '../../../exchange/upstream/nonces.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { relayedCrowd } from '../../probes/relay/answers.ts';
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
  alsoFrom: ['traffic'],
  probe: relayedCrowd,

  *judge(relay) {
    const calls = needCalls(relay);
    const received = calls.flatMap(({ nonces }) => nonces);
    const written = calls.flatMap(({ answer }) => [...noncesIn(answer.text ?? '')]);
    let isSettled = false;
    for (const exchange of relay.exchanges) {
      const sent = [...noncesIn(sentText(exchange))];
      const reply = narrow('reply', exchange);
      const given = [...noncesIn((reply && givenText(reply)) ?? '')];
      const known = new Set([...sent, ...received, ...written]);
      // The word of an upload is in its file, of which only the upstream has the bytes.
      const expected = (sent.length > 0 ? sent : received).join(', ');
      for (const word of given.filter((each) => !known.has(each))) {
        yield { expected, actual: `${word}, of another request`, exchange };
      }
      isSettled ||= given.length > 0;
    }
    need(isSettled, 'a whole 2xx answer that repeats a nonce of its request');
  },
};
