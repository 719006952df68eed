import { expect, test } from 'vitest';
import { judgeReference } from '../../support/judge-reference.ts';
import { RELAY_RULES } from '../../support/relay/rule-lists.ts';

/** Defects of one operation, or of one kind of message: a rule that looks at chats only misses them. */
const FOUND_BY = {
  'relay-image-retries': ['relay-retry-bounded', 'images'],
  'relay-drop-call-id': ['relay-roles-order', 'chat'],
  'relay-drop-duration': ['relay-parameters-kept', 'video-create'],
  'relay-drop-instructions': ['relay-prompt-unchanged', 'responses'],
  'relay-incomplete-as-completed': ['relay-finish-reason-kept', 'responses'],
  'relay-forget-cached': ['relay-usage-unchanged', 'chat'],
  'relay-cap-delta': ['relay-event-large', 'responses'],
  'relay-key-with-cancels': ['relay-caller-key-withheld', 'video-create'],
} as const;

test('relay defects: each is found in the operation that has it, and nowhere else', async () => {
  const named = [...Object.values(FOUND_BY).map(([id]) => id), 'relay-video-cancel'];
  const rules = RELAY_RULES.filter(({ id }) => named.includes(id));
  const outcomes = await judgeReference(rules, { faults: Object.keys(FOUND_BY) });
  const found = outcomes.flatMap(({ rule, tally }) =>
    [...tally.byOperation.keys()].map((operation) => [rule.id, operation]),
  );
  expect(found.toSorted()).toEqual(Object.values(FOUND_BY).toSorted());
});
