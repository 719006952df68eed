import { expect } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts, series } from './exchanges.ts';
import { good } from './good-bodies.ts';
import { operationOf, type Tables } from './row-table.ts';
import { finds, passes, unverified } from './verdicts.ts';

const LABEL = { label: 'this request' };
const REFUSALS = [400, 413, 415, 422];
const LARGE = { kind: 'text', text: '', sizeBytes: 26_214_400 } as const;
const KEYED = { request: { headers: [['idempotency-key', 'k']] } } satisfies ExchangeFacts;

const StatusesSchema = z.object({ legal: z.array(z.number()), illegal: z.array(z.number()) });

const KeysSchema = z.object({ illegal: z.array(z.string()) });

/** One table for each factory of `rows/requests.ts`. */
export const REQUEST_TABLES: Tables = {
  accepted(rule) {
    const operation = operationOf(rule);
    const valid = (facts: ExchangeFacts, body: unknown = {}): Exchange => ({
      ...answer(body, { operation, ...facts }),
      expected: 'accepted',
    });
    return [
      passes('a 200', valid({ status: 200 })),
      passes('a 202', valid({ status: 202 })),
      ...[300, 301, 304, 400, 401, 404, 409, 500].map((status) =>
        finds(`a valid request that returns ${status}`, valid({ status }), {
          expected: 'status 2xx',
        }),
      ),
      finds(
        'a refusal in the words of the target',
        valid({ status: 404 }, { error: { message: 'There is no such model.' } }),
        { actual: expect.stringContaining(': "There is no such model."') },
      ),
      finds('a valid request that gets no answer', valid({ unanswered: true, outcome: 'reset' }), {
        expected: 'status 2xx',
      }),
      unverified(
        'a 429, and a 503',
        [valid({ status: 429 }), valid({ status: 503 })],
        'needs an answer other than 429',
      ),
      unverified(
        'a 409 with another request with its key in flight',
        valid({ status: 409, ...KEYED }),
        'other than a conflict with a request in flight',
      ),
      unverified(
        'a request that is not known to be valid',
        answer({}, { operation, status: 400 }),
        'needs a valid request',
      ),
      unverified(
        'a request that the client aborted',
        valid({ outcome: 'aborted' }),
        'a request that Assay did not abort',
      ),
      unverified(
        'a request that the end of the run cut off',
        valid({ unanswered: true, outcome: 'cut-by-end' }),
        'a request that the end of the run did not cut off',
      ),
    ];
  },

  acceptedToo(rule) {
    const { valid, returning, lost } = requestsTo(rule);
    const { request, ...others } = lost('timed-out');
    return [
      passes('an accepted request', series([valid, valid], LABEL)),
      ...[300, 400, 500].map((status) =>
        finds(`a request that returns ${status}`, series([valid, returning(status)], LABEL), {
          expected: '2xx for this request',
          actual: `status ${status}`,
        }),
      ),
      finds('a request whose connection is broken', series([valid, lost('reset')], LABEL), {
        actual: expect.stringContaining('was reset'),
        where: 'status',
      }),
      finds(
        'a request without an answer, before a plain one with an answer',
        series([valid, lost('timed-out'), valid], LABEL),
        { actual: expect.stringContaining('timed-out') },
      ),
      passes(
        'a large request without an answer, which a slow network may delay,',
        series([valid, { ...others, request: { ...request, body: LARGE } }, valid]),
      ),
      unverified(
        'a gateway that answers nothing any more',
        series([valid, lost('timed-out'), lost('timed-out')]),
        'needs an answer',
      ),
      ...undecided(rule),
    ];
  },

  answeredWith(rule) {
    const { valid, returning } = requestsTo(rule);
    const { legal, illegal } = StatusesSchema.parse(rule);
    return [
      ...legal.map((status) => passes(`a ${status}`, series([valid, returning(status)]))),
      ...illegal.map((status) =>
        finds(`a ${status}`, series([valid, returning(status)]), {
          actual: status,
          where: 'status',
        }),
      ),
      ...undecided(rule),
    ];
  },

  idempotencyKeyRefused(rule) {
    const { operation, valid } = requestsTo(rule);
    const { illegal } = KeysSchema.parse(rule);
    const keyed = (key: string, status = 200) =>
      answer({}, { operation, status, request: { headers: [['idempotency-key', key]] } });
    const ordinary = keyed('an-ordinary-key');
    const longest = keyed('k'.repeat(255));
    return [
      ...REFUSALS.map((status) =>
        passes(
          `such keys that are refused with ${status}`,
          series([ordinary, longest, ...illegal.map((key) => keyed(key, status))]),
        ),
      ),
      ...illegal.map((key) =>
        finds(
          `a key of ${key.length} characters that is accepted`,
          series([ordinary, longest, keyed(key)]),
          { expected: expect.stringMatching('^4xx for a'), actual: 'status 200' },
        ),
      ),
      ...illegal.map((key) =>
        unverified(
          `a key of ${key.length} characters on which the server fails`,
          series([ordinary, longest, keyed(key, 500)]),
          'a refusal or an acceptance',
        ),
      ),
      unverified(
        'a key that was removed in transit',
        series([ordinary, longest, valid]),
        'a request sent with a',
      ),
      unverified(
        'an ordinary key that is refused',
        series([keyed('a', 404), ...illegal.map((key) => keyed(key, 404))]),
        'a valid request to succeed first, as a control',
      ),
    ];
  },

  keyRefused(rule) {
    const { valid, returning } = requestsTo(rule);
    return [
      ...refusals(rule, [returning(401)]),
      unverified(
        'a target that takes requests without a key',
        series([valid, valid, valid]),
        'needs a target that refuses a request without a key',
      ),
    ];
  },

  neverAccepted(rule) {
    const { valid, returning, lost } = requestsTo(rule);
    const unsettled = 'a refusal or an acceptance: ';
    return [
      ...REFUSALS.map((status) =>
        passes(`a request that is refused with ${status}`, series([valid, returning(status)])),
      ),
      finds('an accepted request', series([valid, valid], LABEL), {
        expected: '4xx for this request',
        actual: 'status 200',
      }),
      finds('the second of two requests that is accepted', series([valid, returning(415), valid]), {
        actual: 'status 200',
      }),
      unverified('a request on which the server fails', series([valid, returning(500)]), unsettled),
      unverified('a request whose connection is broken', series([valid, lost('reset')]), unsettled),
      controlRefused(rule, 404),
    ];
  },

  refused: (rule) => refusals(rule),
};

/** The rows of `refused`, where other requests come before the valid one. */
function refusals(rule: Rule, before: readonly Exchange[] = []) {
  const { valid, returning } = requestsTo(rule);
  return [
    ...REFUSALS.map((status) =>
      passes(
        `a request that is refused with ${status}`,
        series([...before, valid, returning(status)]),
      ),
    ),
    ...[200, 300, 500].map((status) =>
      finds(
        `a request that returns ${status}`,
        series([...before, valid, returning(status)], LABEL),
        { expected: '4xx for this request', actual: `status ${status}`, where: 'status' },
      ),
    ),
    ...undecided(rule, before),
  ];
}

function undecided(rule: Rule, before: readonly Exchange[] = []) {
  const { valid, returning } = requestsTo(rule);
  return [
    ...[429, 503].map((status) =>
      unverified(
        `a request that returns ${status}`,
        series([...before, valid, returning(status)]),
        'needs an answer',
      ),
    ),
    ...[300, 404].map((status) => controlRefused(rule, status, before)),
  ];
}

function controlRefused(rule: Rule, status: number, before: readonly Exchange[] = []) {
  const { returning } = requestsTo(rule);
  return unverified(
    `a valid request that returns ${status} too`,
    series([...before, returning(status), returning(status)]),
    'needs a valid request to succeed first, as a control',
  );
}

function requestsTo(rule: Rule) {
  const operation = operationOf(rule);
  return {
    operation,
    valid: good(operation),
    returning: (status: number) => answer({ error: {} }, { operation, status }),
    lost: (outcome: 'reset' | 'timed-out') => answer('', { operation, outcome, unanswered: true }),
  };
}
