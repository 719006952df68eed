import { idempotencyWithoutKeyDistinct } from '../../../../src/conformance/rules/idempotency/keys.ts';
import {
  idempotencyEveryBillablePost,
  idempotencyOneEffect,
  idempotencyReplay,
  idempotencyVideoSameJob,
} from '../../../../src/conformance/rules/idempotency/replays.ts';
import type { Operation } from '../../../../src/contract/operations.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { chat, failedStream, refused, responseStream } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });

const transcriptAt = (sentAtMs: number) =>
  answer({ text: 'Hello.', usage: {} }, { operation: 'transcription', sentAtMs });

ruleTable(idempotencyEveryBillablePost, [
  passes('the same id again', series([chat('a', at(0)), chat('a', at(10))])),
  passes(
    'the same id with another text',
    series([chat('a', at(0), 'Yes.'), chat('a', at(10), 'No.')]),
  ),
  passes(
    'one effect where there is no id',
    series([transcriptAt(0), transcriptAt(10)], { effects: 1 }),
  ),
  finds('another id', series([chat('a', at(0)), chat('b', at(10)), chat('c', at(20))]), {
    expected: 'a, as at first',
    actual: 'b',
    where: 'id',
  }),
  finds(
    'two effects where there is no id',
    series([transcriptAt(0), transcriptAt(10)], { effects: 2 }),
    { expected: '1 effect', actual: '2 effects' },
  ),
  unverified('no id and no ledger', series([transcriptAt(0), transcriptAt(10)]), 'a ledger'),
  unverified(
    'no id and a ledger that does not know the key',
    series([transcriptAt(0), transcriptAt(10)], { effects: 0 }),
    'a ledger',
  ),
  unverified(
    'a retry with the answer "retry later"',
    series([chat('a', at(0)), refused(409, at(10))]),
    'a retry with a 2xx answer',
  ),
  unverified(
    'a first request that is refused',
    series([refused(404), refused(404)]),
    'a 2xx answer that a retry can repeat',
  ),
]);

ruleTable(idempotencyOneEffect, [
  passes(
    'one effect of a request that was in flight for its retry',
    series([chat('a'), refused(409)], { effects: 1 }),
  ),
  finds(
    'an effect for each of three answers',
    series([chat('a'), chat('a'), chat('a')], { effects: 3 }),
    { expected: '1 effect of 3 requests with one key', actual: '3 effects' },
  ),
  unverified(
    'a request whose client disconnected and that had its effect',
    series([chat('a', { outcome: 'aborted' })], { effects: 1 }),
    'a 2xx answer',
  ),
  unverified('no ledger', series([chat('a'), chat('a')]), 'a count of billed effects'),
]);

const image = (b64_json: string, sentAtMs: number) =>
  answer(
    { created: 1, data: [{ b64_json, mime_type: 'image/png' }], usage: {} },
    { operation: 'images', sentAtMs },
  );

const job = (facts: object, sentAtMs: number) =>
  answer(
    { id: 'v', object: 'video', model: 'm', created_at: 1, ...facts },
    { operation: 'video-create', status: 201, sentAtMs },
  );

ruleTable(idempotencyReplay, [
  passes(
    'a job that has gone on since',
    series([
      job({ status: 'queued', progress: 0 }, 0),
      job({ status: 'in_progress', progress: 40 }, 1000),
    ]),
  ),
  passes(
    'a stream after one that reported a failure',
    series([failedStream('a', at(0)), chat('b', at(100)), chat('b', at(1500))]),
  ),
  passes(
    'an answer that is in flight a moment longer',
    series([chat('a', at(0)), refused(409, at(10)), chat('a', at(2000))]),
  ),
  passes('a 500 between', series([chat('a', at(0)), refused(500, at(2000)), chat('a', at(4000))])),
  passes(
    'a 429 and a 503 between',
    series([chat('a', at(0)), refused(429, at(2000)), refused(503, at(3000)), chat('a', at(4000))]),
  ),
  passes(
    'two answers to requests that overlapped, and a retry',
    series([chat('a', at(0)), refused(409, at(2)), chat('a', at(2)), chat('a', at(50))]),
  ),
  passes(
    'the first answer after a lost one',
    series([chat('x', { ...at(0), outcome: 'aborted' }), chat('a', at(10)), chat('a', at(100))]),
  ),
  finds('another image', series([image('AAAA', 0), image('BBBB', 100)]), { where: 'data' }),
  finds('another status', series([chat('a', { ...at(0), status: 201 }), chat('a', at(10))]), {
    expected: 'status 201, as at first',
    actual: 'status 200',
  }),
  finds(
    'an answer that is in flight forever',
    series([chat('a', at(0)), refused(409, at(1004)), refused(409, at(1005))]),
    { actual: 'status 409' },
  ),
  finds(
    '500 to each retry',
    series([chat('a', at(0)), refused(500, at(10)), refused(500, at(2000))]),
    { expected: 'status 200, as at first', actual: 'status 500, twice' },
  ),
  unverified(
    '500 to the only retry',
    series([chat('a', at(0)), refused(500, at(2000))]),
    'a retry after the first answer',
  ),
  unverified(
    'a stream with another id',
    series([responseStream('a', at(0)), responseStream('b', at(1000))]),
    'needs a first answer that is not a stream',
  ),
  unverified(
    'a request that failed',
    series([refused(500, at(0)), refused(500, at(10))]),
    'a 2xx answer that a retry can repeat',
  ),
  passes(
    'the first answer again with its members in another order',
    series([
      image('AAAA', 0),
      answer(
        { usage: {}, data: [{ mime_type: 'image/png', b64_json: 'AAAA' }], created: 1 },
        { operation: 'images', sentAtMs: 100 },
      ),
    ]),
  ),
]);

const videoJob = (id: string, status: string, operation: Operation = 'video-create') =>
  answer({ id, object: 'video', status, model: 'm', progress: 0, created_at: 1 }, { operation });

const made = videoJob('v1', 'queued');
const beside = videoJob('v9', 'queued');
const cancelled = videoJob('v1', 'cancelled', 'video-cancel');

ruleTable(idempotencyVideoSameJob, [
  passes('the job as it is now', series([made, beside, cancelled, videoJob('v1', 'cancelled')])),
  passes(
    'the job after a cancel that was refused',
    series([made, beside, refused(409), videoJob('v1', 'in_progress')]),
  ),
  finds('another job after a cancel', series([made, beside, cancelled, videoJob('v2', 'queued')]), {
    expected: 'the job v1',
    actual: 'v2',
  }),
  unverified(
    'one id for all jobs',
    series([made, videoJob('v1', 'queued'), cancelled, videoJob('v1', 'queued')]),
    'different ids for different jobs',
  ),
  unverified(
    'a retry that gets "too many requests"',
    series([made, beside, cancelled, refused(429)]),
    'an answer to the retry',
  ),
  unverified(
    'a job that was not made',
    series([refused(400)]),
    'two jobs, and a retry of the first',
  ),
]);

const transcript = () => answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyWithoutKeyDistinct, [
  passes('two answers of two ids', series([chat('a'), chat('b')])),
  passes(
    'two answers of two ids and more effects than two',
    series([chat('a'), chat('b')], { effects: 3 }),
  ),
  passes(
    'two equal answers without an id and two effects',
    series([transcript(), transcript()], { effects: 2 }),
  ),
  finds('one id in both answers', series([chat('a'), chat('a')]), {
    expected: 'another id',
    actual: 'a',
    where: 'id',
  }),
  unverified(
    'the same id as an unrelated answer',
    series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })]),
    'different ids for different requests',
  ),
  finds(
    'two answers without an id and one effect',
    series([transcript(), transcript()], { effects: 1 }),
    { expected: '2 effects', actual: '1 effect' },
  ),
  unverified(
    'two equal answers without an id and no provider side',
    series([transcript(), transcript()]),
    'the provider side',
  ),
  finds('a second request that is refused as a duplicate', series([chat('a'), refused(409)]), {
    expected: '2xx, as for the equal request before',
    actual: 'status 409',
  }),
  unverified(
    'a second request that gets "too many requests"',
    series([chat('a'), refused(429)]),
    'two complete 2xx answers',
  ),
]);
