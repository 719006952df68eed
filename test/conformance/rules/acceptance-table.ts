import { expect } from 'vitest';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts } from './exchanges.ts';
import { ruleTable } from './rule-table.ts';

const KEYED = { request: { headers: [['idempotency-key', 'k']] } } satisfies ExchangeFacts;

/** Tests a rule that says that a valid request is answered 2xx. */
export function acceptanceTable(rule: Rule<'sent'>, operation: Operation): void {
  const valid = (facts: ExchangeFacts, body: unknown = {}): Exchange => ({
    ...answer(body, { operation, ...facts }),
    expected: 'accepted',
  });
  const refused = (status: number) => ({
    name: `a valid request that returns ${status}`,
    evidence: valid({ status }),
    findings: [{ expected: 'status 2xx' }],
  });
  ruleTable(rule, [
    { name: 'a 200', evidence: valid({ status: 200 }) },
    { name: 'a 202', evidence: valid({ status: 202 }) },
    ...[300, 301, 304, 400, 401, 404, 409, 500].map(refused),
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
  ]);
}
