import { expect, test } from 'vitest';
import { furtherFaults } from '../../reference-server/faults/further.ts';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { RuleOutcome } from '../../src/conformance/run/run-conformance.ts';
import { judgeReference } from '../support/judge-reference.ts';

/**
 * Faults that prove no rule: defects of one form, caller or place, which a rule finds that another fault proves.
 * The rules, each with the label of a series, the place of a finding or the operation that shows it.
 */
const FURTHER_DEFECTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'chat-temperature-zero': { 'chat-fields-accepted': ['chat · temperature = 0'] },
  'chat-format-refused': {
    'chat-accepted': ['chat'],
    // Its probe brings the chats.
    'chat-format-json': [],
  },
  'idem-ignored': {
    'idempotency-every-billable-post': ['chat', 'responses', 'video-create'],
  },
  'chat-tools-ignored': { 'chat-tool-choice': ['choices[0].message.tool_calls'] },
  'chat-tools-refused': {
    'chat-accepted': ['chat'],
    // Its probe brings the chats.
    'chat-tool-choice': [],
  },
  'idem-key-ends': {
    'idempotency-key-compared-whole': [
      'chat, a key with another middle',
      'responses stream, a key with another middle',
    ],
  },
  'auth-of-connection': {
    'auth-missing-refused': ['chat'],
    'idempotency-scope-api-key': ['chat with an equal body'],
    'video-id-scoped-to-key': ['a job of another tenant'],
  },
  'relay-tool-choice-word': { 'relay-tool-choice-kept': ['choice, tool_choice'] },
  'resp-never-stored': {
    'responses-accepted': ['responses'],
    // Its probe brings the request.
    'responses-previous-continued': [],
  },
  'tp-br-lie': { 'transport-coding-true': ['a chat'] },
  'vid-content-open': {
    'auth-missing-refused': ['other'],
    'video-id-scoped-to-key': ['a job of another tenant'],
  },
  'vid-failed-again': {
    'video-failed-error': [],
    'video-status-never-backwards': ['a video job', 'status'],
  },
  'vid-key-replays-cancel': {
    'video-delete-cancels': ['a job that is cancelled while it runs'],
  },
  'vid-key-replays-read': {
    'video-delete-cancels': ['a job that is cancelled while it runs'],
    'video-poll-after-cancel': ['a job that is cancelled while it runs'],
  },
  'err-in-good-answers': {
    'errors-no-secrets': ['header x-route-key', 'member key'],
    'errors-no-private-addresses': ['header x-route-base', 'member base'],
    // Their probes bring good answers.
    'chat-accepted': [],
    'chat-stream-offered': [],
  },
};

test.concurrent.each(Object.entries(FURTHER_DEFECTS))(
  'further defects: %s is found where it is',
  async (fault, found) => {
    const rules = CATALOGUE.map(({ rule }) => rule).filter(({ id }) => Object.hasOwn(found, id));
    const outcomes = await judgeReference(rules, { faults: [fault], trustsTimes: true });
    const clean = await judgeReference(rules);
    expect(clean.flatMap(({ rule, tally }) => (tally.findings > 0 ? [rule.id] : []))).toEqual([]);
    for (const outcome of outcomes) {
      expect(placesOf(outcome), outcome.rule.id).toEqual(
        expect.arrayContaining([...(found[outcome.rule.id] ?? [])]),
      );
    }
  },
);

/** The labels, without the number of a round, the places and the operations of its findings. */
function placesOf({ tally }: RuleOutcome): readonly string[] {
  const places = [...tally.byOperation].flatMap(([operation, { examples }]) => [
    operation,
    ...examples.flatMap(({ label, finding: { where } }) => [
      ...(label === undefined ? [] : [label.replace(/, round \d+$/, '')]),
      ...(where === undefined ? [] : [where]),
    ]),
  ]);
  return [...new Set(places)];
}

test('further defects: each fault that proves no rule is one', () => {
  expect(Object.keys(FURTHER_DEFECTS).toSorted()).toEqual(Object.keys(furtherFaults));
});
