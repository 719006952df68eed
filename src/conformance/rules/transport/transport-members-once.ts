import { isJsonObject } from '../../../answers/json.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import { repeatedMembers } from '../../../contract/repeated-members.ts';
import { shortChat } from '../../probes/chat.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * A client in Rust or Go rejects the whole answer; two other clients may each read another value.
 */
export const transportMembersOnce: JudgeRule<'any'> = {
  id: 'transport-members-once',
  level: 'must',
  provenance: 'assumed',
  source:
    'RFC 8259 §4 (names SHOULD be unique); RFC 7493 §2.3 (MUST NOT); tinyhumansai/openhuman#4204 (serde: duplicate field)',
  statement: 'No JSON object in an answer or an event has two members with the same name.',
  provenBy: 'tp-member-twice',
  evidence: 'any',
  operations: OPERATION_NAMES,
  probe: shortChat,

  *judge(answer) {
    if (answer.form === 'body') {
      need(isJsonObject(answer.json), 'a body that is a JSON object');
      yield* twice(answer.text, answer.json);
      return;
    }
    const events = answer.events.filter(({ data }) => data.startsWith('{'));
    need(events.length > 0, 'a stream with events in JSON');
    for (const { data, json, atMs } of events) {
      for (const found of twice(data, json)) yield { ...found, atMs };
    }
  },
};

function twice(text: string, json: unknown): readonly Finding[] {
  return repeatedMembers(text, json).map((where) => ({
    expected: 'one member with this name',
    actual: 'two',
    where,
  }));
}
