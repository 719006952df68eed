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
import { chat, failedStream, refused, responseStream } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });

const transcriptAt = (sentAtMs: number) =>
  answer({ text: 'Hello.', usage: {} }, { operation: 'transcription', sentAtMs });

ruleTable(idempotencyEveryBillablePost, [
  { name: 'the same id again', evidence: series([chat('a', at(0)), chat('a', at(10))]) },
  {
    name: 'the same id with another text',
    evidence: series([chat('a', at(0), 'Yes.'), chat('a', at(10), 'No.')]),
  },
  {
    name: 'one effect where there is no id',
    evidence: series([transcriptAt(0), transcriptAt(10)], { effects: 1 }),
  },
  {
    name: 'another id',
    evidence: series([chat('a', at(0)), chat('b', at(10)), chat('c', at(20))]),
    findings: [{ expected: 'a, as at first', actual: 'b', where: 'id' }],
  },
  {
    name: 'two effects where there is no id',
    evidence: series([transcriptAt(0), transcriptAt(10)], { effects: 2 }),
    findings: [{ expected: '1 effect', actual: '2 effects' }],
  },
  {
    name: 'no id and no ledger',
    evidence: series([transcriptAt(0), transcriptAt(10)]),
    unverifiable: 'a ledger',
  },
  {
    name: 'a retry with the answer "retry later"',
    evidence: series([chat('a', at(0)), refused(409, at(10))]),
    unverifiable: 'a retry with a 2xx answer',
  },
  {
    name: 'a first request that is refused',
    evidence: series([refused(404), refused(404)]),
    unverifiable: 'a 2xx answer that a retry can repeat',
  },
]);

ruleTable(idempotencyOneEffect, [
  {
    name: 'one effect of three',
    evidence: series([chat('a'), chat('a'), chat('a')], { effects: 1 }),
  },
  {
    name: 'one effect of a request that was in flight for its retry',
    evidence: series([chat('a'), refused(409)], { effects: 1 }),
  },
  {
    name: 'an effect for each of three answers',
    evidence: series([chat('a'), chat('a'), chat('a')], { effects: 3 }),
    findings: [{ expected: '1 effect of 3 requests with one key', actual: '3 effects' }],
  },
  {
    name: 'a request whose client disconnected and that had its effect',
    evidence: series([chat('a', { outcome: 'aborted' })], { effects: 1 }),
    unverifiable: 'a 2xx answer',
  },
  {
    name: 'no ledger',
    evidence: series([chat('a'), chat('a')]),
    unverifiable: 'a count of billed effects',
  },
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
  {
    name: 'the first answer twice again',
    evidence: series([chat('a', at(0)), chat('a', at(10)), chat('a', at(2000))]),
  },
  {
    name: 'a job that has gone on since',
    evidence: series([
      job({ status: 'queued', progress: 0 }, 0),
      job({ status: 'in_progress', progress: 40 }, 1000),
    ]),
  },
  {
    name: 'a stream after one that reported a failure',
    evidence: series([failedStream('a', at(0)), chat('b', at(100)), chat('b', at(1500))]),
  },
  {
    name: 'an answer that is in flight a moment longer',
    evidence: series([chat('a', at(0)), refused(409, at(10)), chat('a', at(2000))]),
  },
  {
    name: 'a 500 between',
    evidence: series([chat('a', at(0)), refused(500, at(2000)), chat('a', at(4000))]),
  },
  {
    name: 'a 429 and a 503 between',
    evidence: series([
      chat('a', at(0)),
      refused(429, at(2000)),
      refused(503, at(3000)),
      chat('a', at(4000)),
    ]),
  },
  {
    name: 'two answers to requests that overlapped, and a retry',
    evidence: series([chat('a', at(0)), refused(409, at(2)), chat('a', at(2)), chat('a', at(50))]),
  },
  {
    name: 'the first answer after a lost one',
    evidence: series([
      chat('x', { ...at(0), outcome: 'aborted' }),
      chat('a', at(10)),
      chat('a', at(100)),
    ]),
  },
  {
    name: 'another image',
    evidence: series([image('AAAA', 0), image('BBBB', 100)]),
    findings: [{ where: 'data' }],
  },
  {
    name: 'another status',
    evidence: series([chat('a', { ...at(0), status: 201 }), chat('a', at(10))]),
    findings: [{ expected: 'status 201, as at first', actual: 'status 200' }],
  },
  {
    name: 'an answer that is in flight forever',
    evidence: series([chat('a', at(0)), refused(409, at(1004)), refused(409, at(1005))]),
    findings: [{ actual: 'status 409' }],
  },
  {
    name: '500 to each retry',
    evidence: series([chat('a', at(0)), refused(500, at(10)), refused(500, at(2000))]),
    findings: [{ expected: 'status 200, as at first', actual: 'status 500, twice' }],
  },
  {
    name: '500 to the only retry',
    evidence: series([chat('a', at(0)), refused(500, at(2000))]),
    unverifiable: 'a retry after the first answer',
  },
  {
    name: 'a stream with another id',
    evidence: series([responseStream('a', at(0)), responseStream('b', at(1000))]),
    unverifiable: 'needs a first answer that is not a stream',
  },
  {
    name: 'a request that failed',
    evidence: series([refused(500, at(0)), refused(500, at(10))]),
    unverifiable: 'a 2xx answer that a retry can repeat',
  },
  {
    name: 'the first answer again with its members in another order',
    evidence: series([
      image('AAAA', 0),
      answer(
        { usage: {}, data: [{ mime_type: 'image/png', b64_json: 'AAAA' }], created: 1 },
        { operation: 'images', sentAtMs: 100 },
      ),
    ]),
  },
]);

const videoJob = (id: string, status: string, operation: Operation = 'video-create') =>
  answer({ id, object: 'video', status, model: 'm', progress: 0, created_at: 1 }, { operation });

const made = videoJob('v1', 'queued');
const beside = videoJob('v9', 'queued');
const cancelled = videoJob('v1', 'cancelled', 'video-cancel');

ruleTable(idempotencyVideoSameJob, [
  {
    name: 'the job as it was made',
    evidence: series([made, beside, cancelled, videoJob('v1', 'queued')]),
  },
  {
    name: 'the job as it is now',
    evidence: series([made, beside, cancelled, videoJob('v1', 'cancelled')]),
  },
  {
    name: 'the job after a cancel that was refused',
    evidence: series([made, beside, refused(409), videoJob('v1', 'in_progress')]),
  },
  {
    name: 'another job after a cancel',
    evidence: series([made, beside, cancelled, videoJob('v2', 'queued')]),
    findings: [{ expected: 'the job v1', actual: 'v2' }],
  },
  {
    name: 'one id for all jobs',
    evidence: series([made, videoJob('v1', 'queued'), cancelled, videoJob('v1', 'queued')]),
    unverifiable: 'different ids for different jobs',
  },
  {
    name: 'a retry that gets "too many requests"',
    evidence: series([made, beside, cancelled, refused(429)]),
    unverifiable: 'an answer to the retry',
  },
  {
    name: 'a job that was not made',
    evidence: series([refused(400)]),
    unverifiable: 'two jobs, and a retry of the first',
  },
]);

const transcript = () => answer({ text: 'Hello.', usage: {} }, { operation: 'transcription' });

ruleTable(idempotencyWithoutKeyDistinct, [
  { name: 'two answers of two ids', evidence: series([chat('a'), chat('b')]) },
  {
    name: 'two answers of two ids and more effects than two',
    evidence: series([chat('a'), chat('b')], { effects: 3 }),
  },
  {
    name: 'two equal answers without an id and two effects',
    evidence: series([transcript(), transcript()], { effects: 2 }),
  },
  {
    name: 'one id in both answers',
    evidence: series([chat('a'), chat('a')]),
    findings: [{ expected: 'another id', actual: 'a', where: 'id' }],
  },
  {
    name: 'the same id as an unrelated answer',
    evidence: series([chat('a'), chat('a'), chat('a', { sent: { messages: ['other'] } })]),
    unverifiable: 'different ids for different requests',
  },
  {
    name: 'two answers without an id and one effect',
    evidence: series([transcript(), transcript()], { effects: 1 }),
    findings: [{ expected: '2 effects', actual: '1 effect' }],
  },
  {
    name: 'two equal answers without an id and no ledger',
    evidence: series([transcript(), transcript()]),
    unverifiable: 'a ledger',
  },
  {
    name: 'a second request that is refused as a duplicate',
    evidence: series([chat('a'), refused(409)]),
    findings: [{ expected: '2xx, as for the equal request before', actual: 'status 409' }],
  },
  {
    name: 'a second request that gets "too many requests"',
    evidence: series([chat('a'), refused(429)]),
    unverifiable: 'two complete 2xx answers',
  },
]);
