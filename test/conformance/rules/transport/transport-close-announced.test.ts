import { transportCloseAnnounced } from '../../../../src/conformance/rules/transport/transport-close-announced.ts';
import { answer, type ExchangeFacts, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const LENGTH = { headers: { 'content-length': '2' } };
const label = 'an error';

const first = (facts: ExchangeFacts = {}) => answer({}, { status: 500, ...LENGTH, ...facts });
const next = (facts: ExchangeFacts = {}) =>
  answer({}, { operation: 'other', status: 404, ...facts });
const again = { attempt: 2 };

const FINDING = {
  expected: 'Connection: close, or an answer to the next request',
  actual: 'the connection was closed after an error',
};

ruleTable(transportCloseAnnounced, [
  { name: 'the next request served', evidence: series([first(), next()], { label }) },
  {
    name: 'a connection that Assay closed because bytes followed the answer',
    evidence: series([{ ...first(), surplus: 'more' }], { label }),
  },
  {
    name: 'a connection that is lost once',
    evidence: series([first(), first(again), next(again)], { label }),
  },
  {
    name: 'Connection: close',
    evidence: series(
      [1, 2].map((attempt) =>
        first({ attempt, headers: { ...LENGTH.headers, connection: 'Close' } }),
      ),
      { label },
    ),
  },
  {
    name: 'a body that lasts until the connection closes',
    evidence: series(
      [1, 2].map((attempt) => first({ attempt, headers: {} })),
      { label },
    ),
  },
  {
    name: 'an answer of HTTP/1.0',
    evidence: series(
      [1, 2].map((attempt) => {
        const exchange = first({ attempt });
        return {
          ...exchange,
          ...(exchange.answer && { answer: { ...exchange.answer, httpVersion: '1.0' as const } }),
        };
      }),
      { label },
    ),
  },
  {
    name: 'no answer to the next request within its deadline',
    evidence: series([first(), next({ outcome: 'timed-out', unanswered: true })], { label }),
  },
  {
    name: 'a first request without a whole answer',
    evidence: series([first({ outcome: 'truncated' })], { label }),
    unverifiable: 'needs a complete answer to an error',
  },

  {
    name: 'a connection that is closed after a 204, which has no body to end, both times',
    evidence: series(
      [1, 2].map((attempt) => first({ attempt, status: 204, headers: {} })),
      { label },
    ),
    findings: [FINDING],
  },
]);
