import { describeOutcome } from '../../../answers/narrow.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { BODY_NOT_SENT } from '../../../exchange/http/transport-failure.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import {
  hostileRequests,
  LARGE_BODY,
  LONG_HEADER,
  PROTO_MEMBER,
} from '../../probes/hostile-requests.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** One caller can stop the service for all others with one request. */
export const errorsHostileBody: JudgeRule<'series'> = {
  id: 'errors-hostile-body',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.5.1, §15.5.14; RFC 6585 §5; OWASP API Security Top 10 2023, API4',
  statement:
    'A request built to exhaust a parser returns 4xx within 10 s, or succeeds if only its size is unusual. The next request succeeds.',
  provenBy: 'err-deep-json-crash',
  evidence: 'series',
  operations: ['chat'],
  measuresTime: true,
  probe: hostileRequests,

  *judge({ label, exchanges }) {
    const [good, hostile, next] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(hostile && next, 'a hostile request and the request after it');
    need(hostile.failure !== BODY_NOT_SENT, `${label} to be sent within 10 s`);
    need(isSettled(hostile) || BREAKS.has(hostile.outcome), `an answer to ${label}`);
    if (!isRightFor(label, hostile)) {
      const expected = `${TAKEN.has(label) ? '2xx or 4xx' : '4xx'} for ${label}`;
      yield { expected, actual: describeOutcome(hostile), exchange: hostile };
    }
    need(isSettled(next) || BREAKS.has(next.outcome), 'an answer to the next request');
    if (!isAccepted(next)) {
      yield { expected: '2xx for the next request', actual: describeOutcome(next), exchange: next };
    }
  },
};

const BREAKS: ReadonlySet<Exchange['outcome']> = new Set([
  'refused',
  'reset',
  'timed-out',
  'truncated',
]);

/** A gateway may also serve these in time: they harm only one that does not limit its parser. */
const TAKEN: ReadonlySet<string> = new Set([PROTO_MEMBER, LONG_HEADER, LARGE_BODY]);
/** A gateway may close the connection for these, before or during its refusal. */
const BROKEN_OFF: ReadonlySet<string> = new Set([LARGE_BODY, LONG_HEADER]);

function isRightFor(label: string, { outcome, answer }: Exchange): boolean {
  const mayBreak = BROKEN_OFF.has(label);
  if (answer === undefined) return mayBreak && outcome === 'reset';
  const whole = outcome === 'answered' || (mayBreak && outcome === 'truncated');
  const { status } = answer;
  const isRefusal = status >= 400 && status < 500;
  return whole && (isRefusal || (TAKEN.has(label) && status < 300));
}
