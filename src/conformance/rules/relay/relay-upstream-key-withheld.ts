import { ownTexts } from '../../../answers/failures/own-texts.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { credentialDigests, credentialIn } from '../../../exchange/upstream/upstream-credential.ts';
import { needCalls } from '../../findings/upstream-calls.ts';
import { echoingUpstream } from '../../probes/relay/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A caller that has the key of the gateway can use the provider at its cost, without any limit. */
export const relayUpstreamKeyWithheld: JudgeRule<'relay'> = {
  id: 'relay-upstream-key-withheld',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security Top 10 2023, API8; CWE-522; BerriAI/litellm#39757',
  statement:
    'No response header and no error shows the key of the gateway, even if the upstream repeats it.',
  provenBy: 'relay-leak-upstream-key',
  evidence: 'relay',
  operations: BILLABLE,
  needs: ['upstream'],
  alsoFrom: ['every probe'],
  probe: echoingUpstream,

  *judge(relay) {
    const digests = credentialDigests(needCalls(relay));
    need(digests.length > 0, 'an upstream request with a key of the gateway');
    const answered = relay.exchanges.filter(({ answer }) => answer !== undefined);
    need(answered.length > 0, 'an answer');
    for (const exchange of answered) {
      const where = ownTexts(exchange).find(([, text]) => credentialIn(text, digests))?.[0];
      if (where === undefined) continue;
      const expected = 'no key of the gateway';
      yield { expected, actual: 'its key at the upstream', where, exchange };
      return;
    }
  },
};
