import { createHash } from 'node:crypto';
import { failureTexts } from '../../../answers/failure-text.ts';
import { credentialOf } from '../../../exchange/upstream/upstream-credential.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { echoingUpstream } from '../../probes/echoing-upstream.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** How an upstream request shows the key of the gateway. */
const DIGEST = /sha256:([0-9a-f]{16})$/;
/** What can stand before and after a key in a text or in JSON. */
const AROUND = /[\s"'`\\<>(){}[\],;]+/;

/** A caller who has the key of the gateway uses the provider at its cost, past all of its limits. */
export const relayUpstreamKeyWithheld: JudgeRule<'relay'> = {
  id: 'relay-upstream-key-withheld',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-522; BerriAI/litellm#39757',
  statement: 'A failure does not show the key of the gateway, when the upstream repeats it.',
  provenBy: 'relay-leak-upstream-key',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: echoingUpstream,

  *judge(relay) {
    const [exchange] = relay.exchanges;
    const credentials = needCalls(relay).map((call) => credentialOf(call)?.[1] ?? '');
    const digests = credentials.flatMap((value) => DIGEST.exec(value)?.[1] ?? []);
    need(digests.length > 0, 'an upstream request with a key of the gateway');
    need(exchange?.answer, 'an answer');
    const where = failureTexts(exchange).find(([, text]) => showsKey(text, digests))?.[0];
    if (where === undefined) return;
    yield { expected: 'no key of the gateway', actual: 'its key at the upstream', where, exchange };
  },
};

function showsKey(text: string, digests: readonly string[]): boolean {
  const words = text.split(AROUND).flatMap((word) => [word, word.replace(/[.:!?]+$/, '')]);
  return words.some((word) =>
    digests.some((digest) => createHash('sha256').update(word).digest('hex').startsWith(digest)),
  );
}
