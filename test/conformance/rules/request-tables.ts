import { expect } from 'vitest';
import { z } from 'zod';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts, series } from './exchanges.ts';
import { good } from './good-bodies.ts';
import { operationOf, type Tables } from './row-table.ts';

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
      { name: 'a 200', evidence: valid({ status: 200 }) },
      { name: 'a 202', evidence: valid({ status: 202 }) },
      ...[300, 301, 304, 400, 401, 404, 409, 500].map((status) => ({
        name: `a valid request that returns ${status}`,
        evidence: valid({ status }),
        findings: [{ expected: 'status 2xx' }],
      })),
      {
        name: 'a refusal in the words of the target',
        evidence: valid({ status: 404 }, { error: { message: 'There is no such model.' } }),
        findings: [{ actual: expect.stringContaining(': "There is no such model."') }],
      },
      {
        name: 'a valid request that gets no answer',
        evidence: valid({ unanswered: true, outcome: 'reset' }),
        findings: [{ expected: 'status 2xx' }],
      },
      {
        name: 'a 429, and a 503',
        evidence: [valid({ status: 429 }), valid({ status: 503 })],
        unverifiable: 'needs an answer other than 429',
      },
      {
        name: 'a 409 with another request with its key in flight',
        evidence: valid({ status: 409, ...KEYED }),
        unverifiable: 'other than a conflict with a request in flight',
      },
      {
        name: 'a request that is not known to be valid',
        evidence: answer({}, { operation, status: 400 }),
        unverifiable: 'needs a valid request',
      },
      {
        name: 'a request that the client aborted',
        evidence: valid({ outcome: 'aborted' }),
        unverifiable: 'a request that Assay did not abort',
      },
      {
        name: 'a request that the end of the run cut off',
        evidence: valid({ unanswered: true, outcome: 'cut-by-end' }),
        unverifiable: 'a request that the end of the run did not cut off',
      },
    ];
  },

  acceptedToo(rule) {
    const { valid, returning, lost } = requestsTo(rule);
    const { request, ...others } = lost('timed-out');
    return [
      { name: 'an accepted request', evidence: series([valid, valid], LABEL) },
      ...[300, 400, 500].map((status) => ({
        name: `a request that returns ${status}`,
        evidence: series([valid, returning(status)], LABEL),
        findings: [{ expected: '2xx for this request', actual: `status ${status}` }],
      })),
      {
        name: 'a request whose connection is broken',
        evidence: series([valid, lost('reset')], LABEL),
        findings: [{ actual: expect.stringContaining('was reset'), where: 'status' }],
      },
      {
        name: 'a request without an answer, before a plain one with an answer',
        evidence: series([valid, lost('timed-out'), valid], LABEL),
        findings: [{ actual: expect.stringContaining('timed-out') }],
      },
      {
        name: 'a large request without an answer, which a slow network may delay,',
        evidence: series([valid, { ...others, request: { ...request, body: LARGE } }, valid]),
      },
      {
        name: 'a gateway that answers nothing any more',
        evidence: series([valid, lost('timed-out'), lost('timed-out')]),
        unverifiable: 'needs an answer',
      },
      ...undecided(rule),
    ];
  },

  answeredWith(rule) {
    const { valid, returning } = requestsTo(rule);
    const { legal, illegal } = StatusesSchema.parse(rule);
    return [
      ...legal.map((status) => ({
        name: `a ${status}`,
        evidence: series([valid, returning(status)]),
      })),
      ...illegal.map((status) => ({
        name: `a ${status}`,
        evidence: series([valid, returning(status)]),
        findings: [{ actual: status, where: 'status' }],
      })),
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
      ...REFUSALS.map((status) => ({
        name: `such keys that are refused with ${status}`,
        evidence: series([ordinary, longest, ...illegal.map((key) => keyed(key, status))]),
      })),
      ...illegal.map((key) => ({
        name: `a key of ${key.length} characters that is accepted`,
        evidence: series([ordinary, longest, keyed(key)]),
        findings: [{ expected: expect.stringMatching('^4xx for a'), actual: 'status 200' }],
      })),
      ...illegal.map((key) => ({
        name: `a key of ${key.length} characters on which the server fails`,
        evidence: series([ordinary, longest, keyed(key, 500)]),
        unverifiable: 'a refusal or an acceptance',
      })),
      {
        name: 'a key that was removed in transit',
        evidence: series([ordinary, longest, valid]),
        unverifiable: 'a request sent with a',
      },
      {
        name: 'an ordinary key that is refused',
        evidence: series([keyed('a', 404), ...illegal.map((key) => keyed(key, 404))]),
        unverifiable: 'a valid request to succeed first, as a control',
      },
    ];
  },

  keyRefused(rule) {
    const { valid, returning } = requestsTo(rule);
    return [
      ...refusals(rule, [returning(401)]),
      {
        name: 'a target that takes requests without a key',
        evidence: series([valid, valid, valid]),
        unverifiable: 'needs a target that refuses a request without a key',
      },
    ];
  },

  neverAccepted(rule) {
    const { valid, returning, lost } = requestsTo(rule);
    const unsettled = 'a refusal or an acceptance: ';
    return [
      ...REFUSALS.map((status) => ({
        name: `a request that is refused with ${status}`,
        evidence: series([valid, returning(status)]),
      })),
      {
        name: 'an accepted request',
        evidence: series([valid, valid], LABEL),
        findings: [{ expected: '4xx for this request', actual: 'status 200' }],
      },
      {
        name: 'the second of two requests that is accepted',
        evidence: series([valid, returning(415), valid]),
        findings: [{ actual: 'status 200' }],
      },
      {
        name: 'a request on which the server fails',
        evidence: series([valid, returning(500)]),
        unverifiable: unsettled,
      },
      {
        name: 'a request whose connection is broken',
        evidence: series([valid, lost('reset')]),
        unverifiable: unsettled,
      },
      controlRefused(rule, 404),
    ];
  },

  refused: (rule) => refusals(rule),
};

/** The rows of `refused`, where other requests come before the valid one. */
function refusals(rule: Rule, before: readonly Exchange[] = []) {
  const { valid, returning } = requestsTo(rule);
  return [
    ...REFUSALS.map((status) => ({
      name: `a request that is refused with ${status}`,
      evidence: series([...before, valid, returning(status)]),
    })),
    ...[200, 300, 500].map((status) => ({
      name: `a request that returns ${status}`,
      evidence: series([...before, valid, returning(status)], LABEL),
      findings: [{ expected: '4xx for this request', actual: `status ${status}`, where: 'status' }],
    })),
    ...undecided(rule, before),
  ];
}

function undecided(rule: Rule, before: readonly Exchange[] = []) {
  const { valid, returning } = requestsTo(rule);
  return [
    ...[429, 503].map((status) => ({
      name: `a request that returns ${status}`,
      evidence: series([...before, valid, returning(status)]),
      unverifiable: 'needs an answer',
    })),
    ...[300, 404].map((status) => controlRefused(rule, status, before)),
  ];
}

function controlRefused(rule: Rule, status: number, before: readonly Exchange[] = []) {
  const { returning } = requestsTo(rule);
  return {
    name: `a valid request that returns ${status} too`,
    evidence: series([...before, returning(status), returning(status)]),
    unverifiable: 'needs a valid request to succeed first, as a control',
  };
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
