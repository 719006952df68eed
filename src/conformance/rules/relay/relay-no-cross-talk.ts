import { answeredWords } from '../../findings/upstream/answered-words.ts';
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
    needCalls(relay);
    const answers = answeredWords(relay);
    for (const { exchange, own, foreign } of answers) {
      for (const word of foreign) {
        yield { expected: own.join(', '), actual: `${word}, of another request`, exchange };
      }
    }
    const isSettled = answers.some(({ given }) => given.length > 0);
    need(isSettled, 'a whole 2xx answer that repeats a nonce of its request');
  },
};
