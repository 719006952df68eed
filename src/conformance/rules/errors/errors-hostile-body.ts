import type { Exchange } from '../../../exchange/exchange.ts';
import { describeOutcome } from '../../evidence.ts';
import { isAccepted, isSettled } from '../../not-refused.ts';
import { hostileBodies } from '../../probes/odd-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** One caller with one request takes the service from all the others. */
export const errorsHostileBody: JudgeRule<'series'> = {
  id: 'errors-hostile-body',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.1; OWASP API Security Top 10 2023, API4',
  statement:
    'A body made to exhaust a parser is refused with 4xx within 10 s, and the next request is served.',
  provenBy: 'err-deep-json-crash',
  evidence: 'series',
  operations: ['chat'],
  probe: hostileBodies,

  *judge({ label, exchanges }) {
    const [good, hostile, next] = exchanges;
    need(good && isAccepted(good), 'a good request that is accepted before it');
    need(hostile && next, 'a hostile request and another one');
    need(isSettled(hostile) || BREAKS.has(hostile.outcome), `an answer to ${label}`);
    const status = hostile.answer?.status ?? 0;
    if (BREAKS.has(hostile.outcome) || status < 400 || status > 499) {
      yield { expected: `4xx for ${label}`, actual: describeOutcome(hostile), exchange: hostile };
    }
    need(isSettled(next) || BREAKS.has(next.outcome), 'an answer to the next request');
    if (!isAccepted(next)) {
      yield { expected: '2xx for the next one', actual: describeOutcome(next), exchange: next };
    }
  },
};

const BREAKS: ReadonlySet<Exchange['outcome']> = new Set([
  'refused',
  'reset',
  'timed-out',
  'truncated',
]);
