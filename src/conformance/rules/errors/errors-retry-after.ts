import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { header } from '../../../exchange/exchange.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, needSeen } from '../../rule.ts';

/** Clients that do not know when to retry do so at once, and keep the gateway overloaded. */
export const errorsRetryAfter: JudgeRule<'failure'> = {
  id: 'errors-retry-after',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 6585 §4; RFC 9110 §10.2.3 (a date, or whole seconds)',
  statement: 'A 429 has a Retry-After header, in whole seconds or as a date.',
  provenBy: 'err-429-bare',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ exchange, status }) {
    needSeen(status === 429, 'a 429');
    const value = header(exchange.answer?.headers ?? [], 'retry-after');
    if (value !== undefined && isWellFormed(value.trim())) return;
    yield { expected: 'seconds or a date', actual: value, where: 'retry-after' };
  },
};

function isWellFormed(value: string): boolean {
  return /^\d{1,9}$/.test(value) || (DATE.test(value) && !Number.isNaN(Date.parse(value)));
}

/** IMF-fixdate, and the obsolete formats that a recipient must accept (RFC 9110 §5.6.7). */
const DATE = /^(?:\w{3}, \d\d \w{3} \d{4}|\w{6,9}, \d\d-\w{3}-\d\d|\w{3} \w{3} [ \d]\d) /;
