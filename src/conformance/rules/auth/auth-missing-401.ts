import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { unauthenticated } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';
import { hasGoodBody } from '../../sending/well-formed-request.ts';

/** Clients ask for another key on 401 alone: on 403 they give up, on 500 they try for ever. */
export const authMissing401: JudgeRule<'any'> = {
  id: 'auth-missing-401',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.2; RFC 6750 §3.1',
  statement: 'A request whose key is missing or unusable is answered 401.',
  provenBy: 'auth-missing-as-403',
  evidence: 'any',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,

  *judge({ exchange, status }, expect) {
    const { credential } = exchange.request;
    concerns(credential === 'none' || credential === 'other', 'a request without a usable key');
    need(status >= 300 && status !== 429, 'a refusal');
    // What else is wrong with a request may be told before its key is looked at.
    const mayLack =
      exchange.operation !== 'video-create' && exchange.operation.startsWith('video-');
    const isForKey = hasGoodBody(exchange) && !(mayLack && status === 404);
    need(isForKey, 'a request that is refused for its key alone');
    if (!expect.unauthenticatedStatus.includes(status)) {
      const expected = expect.unauthenticatedStatus.join(' or ');
      yield { expected, actual: status, where: 'status' };
    }
  },
};
