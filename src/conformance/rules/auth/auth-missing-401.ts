import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { unauthenticated } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule, need } from '../../rule.ts';
import { hasGoodBody } from '../../sending/well-formed-request.ts';

/**
 * Clients ask for another key only after 401: after 403 they give up, after 500 they retry
 * forever.
 */
export const authMissing401: JudgeRule<'any'> = {
  id: 'auth-missing-401',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.2; RFC 6750 §3.1',
  statement: 'A request with a missing or invalid key returns 401.',
  provenBy: 'auth-missing-as-403',
  evidence: 'any',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,

  *judge({ exchange, status }, expect) {
    const { credential } = exchange.request;
    concerns(credential === 'none' || credential === 'other', 'a request without a valid key');
    concerns(isOrdinary(exchange), 'a request that every server hands to the gateway');
    need(status >= 300 && status !== 429, 'a refusal');
    // A gateway may report what else is wrong with a request before it checks the key.
    const mayLack =
      exchange.operation !== 'video-create' && exchange.operation.startsWith('video-');
    const isForKey = hasGoodBody(exchange) && !(mayLack && status === 404);
    need(isForKey, 'a request that is refused only because of its key');
    if (!expect.unauthenticatedStatus.includes(status)) {
      const expected = expect.unauthenticatedStatus.join(' or ');
      yield { expected, actual: status, where: 'status' };
    }
  },
};
