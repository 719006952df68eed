import { member } from '../../../answers/json.ts';
import { narrow } from '../../../answers/narrow.ts';
import { factsOf, OPERATION_NAMES } from '../../../contract/operations.ts';
import { type Exchange, isSuccess } from '../../../exchange/exchange.ts';
import { isOrdinary } from '../../findings/ordinary-request.ts';
import { unauthenticated } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** Without a key, anyone can read the results of other users and spend their money. */
export const authMissingRefused: JudgeRule<'any'> = {
  id: 'auth-missing-refused',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Endpoints: "Every endpoint requires bearer authentication"; §Authentication 1: "Every endpoint expects the header Authorization with the value Bearer <API_KEY>."',
  statement: 'Every endpoint refuses a request without an Authorization header.',
  provenBy: 'auth-skip-one-route',
  evidence: 'any',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,

  *judge({ exchange, status }) {
    concerns(exchange.request.credential === 'none', 'a request without a key');
    if (isSuccess({ status }) && isOfOperation(exchange)) {
      yield { expected: 'a refusal', actual: status, where: 'status' };
    }
  },
};

/** Any server may answer an odd path; only the result of an operation shows that it was carried out. */
function isOfOperation(exchange: Exchange): boolean {
  const { operation } = exchange;
  if (isOrdinary(exchange) || operation === 'other') return true;
  const { landmark = 'id' } = factsOf(operation);
  return member(narrow('answer', exchange)?.json, landmark) !== undefined;
}
