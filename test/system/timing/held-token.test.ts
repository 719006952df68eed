import { expect, test } from 'vitest';
import { judgeReference } from '../../support/judge-reference.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';

const RULES = RELAY_RULES.filter(({ id }) => id === 'relay-no-coalescing');

/** What is found in the streamed responses of a gateway with these faults. */
async function found(faults: readonly string[]): Promise<readonly unknown[]> {
  const [outcome] = await judgeReference(RULES, { faults, upstream: true });
  expect(outcome?.tally.judged).toBe(2);
  return [...(outcome?.tally.byOperation ?? [])].flatMap(([operation, { examples }]) =>
    examples.map(({ finding }) => [operation, finding.expected]),
  );
}

test('relay-no-coalescing: a token that waits for the next one is found', {
  retry: 2,
}, async () => {
  expect(await found([])).toEqual([]);
  expect(await found(['relay-hold-token'])).toEqual([
    ['responses', 'each token passed on before the upstream writes the next one'],
  ]);
});
