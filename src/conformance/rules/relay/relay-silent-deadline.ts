import { isSuccess } from '../../../exchange/exchange.ts';
import { showsFailure } from '../../findings/reported-failure.ts';
import { callCount, requestsText } from '../../findings/upstream-calls.ts';
import { silentUpstream } from '../../probes/relay/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** What a gateway returns that gave up: RFC 9110 §15.5.9, §15.6.3 to §15.6.5. */
const GIVES_UP: readonly number[] = [408, 502, 503, 504];

/** Callers wait forever, and do not free what they hold for the request. */
export const relaySilentDeadline: JudgeRule<'relay'> = {
  id: 'relay-silent-deadline',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9110 §15.6.5, 504 (Gateway Timeout)',
  statement:
    'If the upstream never answers, the caller gets 504, 408, 502 or 503 before the deadline of the profile, after a limited number of attempts.',
  provenBy: 'relay-wait-for-ever',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  measuresTime: true,
  probe: silentUpstream,

  *judge(relay, expect) {
    const [exchange] = relay.exchanges;
    const count = callCount(relay);
    need(exchange && count > 0, 'an upstream request with the nonce of the prompt');
    const { answer, outcome, timing } = exchange;
    const expected = `504, 408, 502 or 503 within ${expect.upstreamDeadlineMs} ms`;
    const tookMs = timing.endMs - timing.sendMs;
    if (outcome === 'aborted' || outcome === 'timed-out') {
      yield { expected, actual: `no end after ${tookMs.toFixed(0)} ms`, exchange };
    } else if (tookMs > expect.upstreamDeadlineMs) {
      yield { expected, actual: `an end after ${tookMs.toFixed(0)} ms`, exchange };
    } else if (answer === undefined) {
      yield { expected, actual: 'no answer', exchange };
    } else if (isSuccess(answer) ? !showsFailure(exchange) : !GIVES_UP.includes(answer.status)) {
      yield { expected, actual: `status ${answer.status}`, exchange };
    }
    if (count <= expect.upstreamAttempts) return;
    yield {
      expected: `at most ${requestsText(expect.upstreamAttempts)}`,
      actual: requestsText(count),
      exchange,
    };
  },
};
