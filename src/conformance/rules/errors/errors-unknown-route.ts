import { unknownRoutes } from '../../probes/malformed-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A misspelled URL that returns 200 looks like a working gateway. */
export const errorsUnknownRoute: JudgeRule<'any'> = {
  id: 'errors-unknown-route',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.5',
  statement: 'An unknown path returns 404.',
  provenBy: 'err-catch-all-200',
  evidence: 'any',
  operations: [],
  probe: unknownRoutes,

  *judge({ exchange, status }) {
    need(exchange.operation === 'other', 'a request to an unknown path');
    need(status < 500 && status !== 429, 'an answer about the path');
    if (status !== 404) yield { expected: '404', actual: status, where: 'status' };
  },
};
