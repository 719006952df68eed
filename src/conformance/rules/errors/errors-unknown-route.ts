import { unknownRoutes } from '../../probes/malformed-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A misspelled address that answers 200 looks like a gateway that works. */
export const errorsUnknownRoute: JudgeRule<'any'> = {
  id: 'errors-unknown-route',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.5',
  statement: 'An unknown path is answered 404.',
  provenBy: 'err-catch-all-200',
  evidence: 'any',
  operations: [],
  probe: unknownRoutes,

  *judge({ exchange, status }) {
    need(exchange.operation === 'other', 'a request to no operation');
    need(status < 500 && status !== 429, 'an answer about the path');
    if (status !== 404) yield { expected: '404', actual: status, where: 'status' };
  },
};
