import { idempotencyReplay } from '../../../../src/conformance/rules/idempotency/idempotency-replay.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chat, failedStream, refused, responseStream } from './retries.ts';

const at = (sentAtMs: number) => ({ sentAtMs });
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
