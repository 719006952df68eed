import { replyText } from '../../../answers/reply.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { keyRule, seriesRule } from '../../declare.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { resultDifferences, textDifference } from '../../findings/differences.ts';
import {
  answeredAfter,
  firstResult,
  type KeyedResult,
  resultOf,
  resultsOf,
} from '../../findings/idempotent-results.ts';
import { billableRetries, streamRetries } from '../../probes/retries.ts';
import { videoRetries } from '../../probes/video.ts';
import { type Finding, need } from '../../rule.ts';

export const idempotencyOneEffect = keyRule('idempotency-one-effect', {
  level: 'must',
  assumed:
    'interface §Authentication 3 ("a stable unique key for one logical billable request"); Stripe, idempotent requests',
  statement: 'A request with one key is billed once, for any number of retries.',
  harm: 'The key is there so that a retry is not billed again.',
  provenBy: 'idem-replay-bills',
  operations: BILLABLE,
  needs: ['idempotency', 'ledger'],
  probe: billableRetries,
  *judge(series) {
    const { effects, exchanges } = series;
    need(effects !== undefined, 'a count of billed effects');
    const results = resultsOf(series);
    need(results.length > 0 || effects > 1, 'a 2xx answer');

    if (effects === 1) return;
    const exchange = results.at(-1)?.exchange ?? exchanges.at(-1);
    yield {
      expected: `1 effect of ${exchanges.length} requests with one key`,
      actual: countText(effects, 'effect'),
      exchange,
    };
  },
});

export const idempotencyReplay = keyRule('idempotency-replay', {
  level: 'must',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6; Stripe, idempotent requests',
  statement:
    'A retry of a completed request returns the same status, id, time of creation and content.',
  harm: 'A client that lost the answer retries to get that answer: a new one costs twice, and two parts of its system continue with different texts.',
  provenBy: 'idem-no-replay',
  operations: BILLABLE,
  needs: ['idempotency'],
  settings: ['inFlightStatus', 'replayLagMs'],
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

    for (const retry of retries) {
      const result = resultOf(retry);
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
});

/** Too many requests, or a failure of the server: one alone says nothing about the key. */
function saysLater(status: number): boolean {
  return status === 429 || status >= 500;
}

/** An answer other than "retry later": a gateway that returns it twice fails retries. */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 503 && status !== 504;
}

export const idempotencyEveryBillablePost = seriesRule('idempotency-every-billable-post', {
  level: 'must',
  assumed:
    'interface §Endpoints ("Billable POST endpoints accept the optional Idempotency-Key header"); that all five are billable is assumed',
  statement:
    'Each of the five POST operations treats a retry with the same key as the same request.',
  harm: 'Clients send their key with every POST: an endpoint that ignores it bills a retry again.',
  provenBy: 'idem-chat-only',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: billableRetries,
  *judge(series) {
    const first = firstResult(series);
    need(first, 'a 2xx answer that a retry can repeat');
    const later = answeredAfter(series, first.exchange);
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    need(retries.length > 0, 'a retry with a 2xx answer');
    // A ledger that counts nothing for a 2xx answer does not know its key.
    const { effects = 0 } = series;
    const identified = first.id !== undefined;
    need(identified || effects > 0, 'a ledger, because the answers have no id');

    const stranger = retries.find(({ id }) => id !== first.id);
    if (identified && stranger !== undefined) {
      const { id, exchange } = stranger;
      yield { expected: `${first.id}, as at first`, actual: id, where: 'id', exchange };
    }
    if (!identified && effects > 1) {
      const exchange = retries[0]?.exchange;
      yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange };
    }
  },
});

export const idempotencyStreamOneResult = keyRule('idempotency-stream-one-result', {
  level: 'must',
  assumed:
    'interface §Endpoints ("Billable POST endpoints accept the optional Idempotency-Key header"), rule 1 (one body or a stream); that the key protects both forms is assumed',
  statement:
    'A retry of a finished stream with its key never creates a new result: it has the first id and text and is not billed, or it is refused.',
  harm: 'Streams break more often than single bodies: if the key is ignored, each retry is billed again.',
  provenBy: 'idem-stream-key-ignored',
  operations: ['chat', 'responses'],
  needs: ['idempotency'],
  probe: streamRetries,
  *judge(series) {
    const first = firstResult(series);
    need(first?.reply.form === 'stream', 'a stream that a retry can repeat');
    need(first.id, 'a stream with an id');
    const later = answeredAfter(series, first.exchange);
    need(later.length > 0, 'a retry that is answered');
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    const others = retries.filter(({ id }) => id !== undefined && id !== first.id);
    for (const { exchange, id } of others) {
      yield { expected: `${first.id}, as at first, or 4xx`, actual: id, where: 'id', exchange };
    }
    yield* otherTexts(
      first,
      retries.filter(({ id }) => id === first.id),
    );
    const { effects = 1 } = series;
    const [retry] = retries;
    if (others.length > 0 || retry === undefined || effects <= 1) return;
    yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange: retry.exchange };
  },
});

export const idempotencyStreamReplay = keyRule('idempotency-stream-replay', {
  level: 'should',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.6, applied to streams',
  statement: 'A retry of a finished stream returns a stream with the same id and text.',
  harm: 'A client that retries a stream continues its text: another text after the first half is nonsense.',
  provenBy: 'idem-stream-not-stored',
  operations: ['chat', 'responses'],
  needs: ['idempotency'],
  settings: ['replayLagMs'],
  probe: streamRetries,
  *judge(series, expect) {
    const first = firstResult(series);
    need(first?.reply.form === 'stream', 'a stream that a retry can repeat');
    const later = answeredAfter(series, first.exchange);
    const retries = resultsOf(series).filter(({ exchange }) => later.includes(exchange));
    const keptMs = first.exchange.timing.endMs + expect.replayLagMs;
    const last = later.findLast(({ timing }) => timing.sendMs >= keptMs);
    if (last && isSettled(last) && !isAccepted(last)) {
      const actual = `status ${last.answer?.status}`;
      yield { expected: 'the stream again', actual, exchange: last };
      return;
    }
    need(retries.length > 0, 'a retry with a 2xx answer');

    for (const { exchange, id, reply } of retries) {
      if (reply.form !== 'stream') {
        yield { expected: 'text/event-stream', actual: reply.mediaType, exchange };
        continue;
      }
      if (id !== first.id) {
        yield { expected: `${first.id}, as at first`, actual: id, where: 'id', exchange };
      }
    }
    yield* otherTexts(first, retries);
  },
});

/** Streams with another text than the first. */
function* otherTexts(first: KeyedResult, retries: readonly KeyedResult[]): Generator<Finding> {
  for (const { exchange, reply } of retries) {
    if (reply.form !== 'stream') continue;
    const difference = textDifference(replyText(first.reply) ?? '', replyText(reply) ?? '');
    if (difference === undefined) continue;
    const where = exchange.operation === 'chat' ? 'choices[0].delta.content' : 'delta';
    yield { ...difference, where: `${where}, joined`, exchange };
  }
}

export const idempotencyVideoSameJob = seriesRule('idempotency-video-same-job', {
  level: 'must',
  assumed:
    'interface §Authentication 3 ("one logical billable request"); draft-ietf-httpapi-idempotency-key-header-07 §2.6',
  statement:
    'A retried POST /videos returns the same job, even after that job was cancelled or has ended.',
  harm: 'A client that lost the id of its job retries with the key: a second job is a second video to pay for.',
  provenBy: 'idem-video-second-job',
  operations: ['video-create'],
  needs: ['idempotency'],
  probe: videoRetries,
  *judge({ exchanges }) {
    const [created, beside] = exchanges;
    const [first, other] = [resultOf(created), resultOf(beside)];
    const retry = exchanges.at(-1);
    need(first?.id && other?.id && retry !== beside, 'two jobs, and a retry of the first');
    need(retry && isSettled(retry), 'an answer to the retry');
    // If all jobs have one id, the retry has it too, whether it was replayed or not.
    need(first.id !== other.id, 'different ids for different jobs', 'video-job-ids-unique');

    const again = resultOf(retry);
    if (again?.id !== first.id) {
      const actual = again?.id ?? `status ${retry.answer?.status}`;
      yield { expected: `the job ${first.id}`, actual, exchange: retry };
    }
  },
});
