import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import { unauthenticated } from '../../probes/unauthenticated.ts';
import { concerns, type JudgeRule } from '../../rule.ts';

/** A caller needs only to know the form of a key to get in. */
export const authUnknownKeyRefused: JudgeRule<'any'> = {
  id: 'auth-unknown-key-refused',
  level: 'must',
  provenance: 'stated',
  source:
    'interface §Authentication 1-2: "the value Bearer <API_KEY>"; "The key is issued in the API-keys section of the service\'s console. It has the form <prefix>_live_<rest>."',
  statement: 'Every endpoint refuses a key that was never issued, in any form.',
  provenBy: 'auth-accept-any-key',
  evidence: 'any',
  operations: OPERATION_NAMES,
  needs: ['api-key'],
  probe: unauthenticated,

  *judge({ exchange, status }) {
    concerns(exchange.request.credential === 'other', 'a request with a key that was never issued');
    if (isSuccess({ status })) {
      yield { expected: 'a refusal', actual: status, where: 'status' };
    }
  },
};
