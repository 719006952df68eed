import { expect, test } from 'vitest';
import { errorsRetryAfter } from '../../../src/conformance/rules/errors/bodies.ts';
import {
  relay429Stays429,
  relayFailureNotKept,
} from '../../../src/conformance/rules/relay/failures.ts';
import { judgeReference } from '../../support/judge-reference.ts';

test('failures of the upstream: a 429 has a Retry-After, so a gateway that passes it on has one', async () => {
  const rules = [errorsRetryAfter, relay429Stays429, relayFailureNotKept];
  const outcomes = await judgeReference(rules, { variants: ['relay-plain-429'] });
  expect(outcomes.map(({ tally }) => tally.findings)).toEqual([0, 0, 0]);
  expect(outcomes[0]?.tally.shared).toBeGreaterThan(0);
});
