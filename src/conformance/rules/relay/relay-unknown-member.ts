import { isSuccess } from '../../../exchange/exchange.ts';
import { needBothRequests } from '../../findings/upstream-request.ts';
import { relayedMembers } from '../../probes/relayed-members.ts';
import { UNKNOWN_MEMBER } from '../../requests/parameters.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';

/** New parameters of a provider appear to work, and are silently without effect. */
export const relayUnknownMember: JudgeRule<'relay'> = {
  id: 'relay-unknown-member',
  level: 'may',
  provenance: 'assumed',
  source: 'OpenAI API: an unknown member is used or refused',
  statement: 'A field that the gateway does not know is forwarded, or the request is refused.',
  provenBy: 'relay-drop-unknown',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: relayedMembers,

  *judge(relay) {
    const [asked] = relay.exchanges;
    need(asked && isSuccess(asked.answer), 'a 2xx answer');
    const { exchange, sent, upstream } = needBothRequests(relay);
    const expected = sent[UNKNOWN_MEMBER];
    concerns(typeof expected === 'string', 'a request with an unknown field');
    const actual = upstream[UNKNOWN_MEMBER];
    const where = `${UNKNOWN_MEMBER} of the upstream request`;
    if (actual !== expected) yield { expected, actual, where, exchange };
  },
};
