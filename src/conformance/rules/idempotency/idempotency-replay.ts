import { BILLABLE } from '../../../contract/operations.ts';
import { resultDifferences } from '../../findings/differences.ts';
import { answeredAfter, firstResult, resultsOf } from '../../findings/idempotent-results.ts';
import { billableRetries } from '../../probes/key-retries.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that lost the answer retries to get that answer: a new one costs twice, and two parts of
 * its system continue with different texts.
 */
export const idempotencyReplay: JudgeRule<'key'> = {
  id: 'idempotency-replay',
  level: 'must',
  provenance: 'assumed',
  source: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6; Stripe, idempotent requests',
  statement:
    'A retry of a completed request returns the same status, id, time of creation and content.',
  provenBy: 'idem-no-replay',
  evidence: 'key',
  operations: BILLABLE,
  probe: billableRetries,

  *judge(series, expect) {
    const first = firstResult(series);
    need(first, 'a 2xx answer that a retry can repeat');
    // idempotency-stream-replay, a recommended rule, judges those.
    need(first.reply.form === 'body', 'a first answer that is not a stream');
    const keptMs = first.exchange.timing.endMs + expect.replayLagMs;
    const answered = answeredAfter(series, first.exchange);
    const retries = answered.filter(
      ({ answer, timing }) =>
        answer !== undefined &&
        !saysLater(answer.status) &&
        (timing.sendMs >= keptMs || !expect.inFlightStatus.includes(answer.status)),
    );
    const [failed, again] = answered.filter(({ answer }) => isFailure(answer?.status ?? 0));
    if (retries.length === 0 && failed && again) {
      const expected = `status ${first.reply.status}, as at first`;
      yield { expected, actual: `status ${again.answer?.status}, twice`, exchange: again };
      return;
    }
    need(
      retries.length > 0,
      'a retry after the first answer, other than one with the answer "retry later"',
    );

    const results = resultsOf(series);
    for (const retry of retries) {
      const result = results.find(({ exchange }) => exchange === retry);
      if (result !== undefined) yield* resultDifferences(first, result);
      else if (retry.answer?.status !== first.reply.status) {
        yield {
          expected: `status ${first.reply.status}, as at first`,
          actual: `status ${retry.answer?.status}`,
          exchange: retry,
        };
      }
    }
  },
};

/** Too many requests, or a failure of the server: one alone says nothing about the key. */
function saysLater(status: number): boolean {
  return status === 429 || status >= 500;
}

/** An answer other than "retry later": a gateway that returns it twice fails retries. */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 503 && status !== 504;
}
