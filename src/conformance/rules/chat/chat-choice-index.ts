import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { type JsonObject, member, objectsIn } from '../../../answers/json.ts';
import { sentJson } from '../../../answers/sent-body.ts';
import { shortChat } from '../../probes/chat.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Clients store a choice and its deltas by index, and show the one at index 0. */
export const chatChoiceIndex: JudgeRule<'reply'> = {
  id: 'chat-choice-index',
  level: 'must',
  provenance: 'assumed',
  source:
    'OpenAI OpenAPI 2.3.0, choices.index ("The index of the choice in the list of choices"); openai/openai-python#3709; BerriAI/litellm#3678',
  statement: 'Each choice of a chat has its own index, from 0 to n − 1.',
  provenBy: 'chat-index-from-one',
  evidence: 'reply',
  operations: ['chat'],
  probe: shortChat,

  *judge(reply) {
    const sent = member(sentJson(reply.exchange), 'n');
    const most = typeof sent === 'number' ? sent : 1;
    if (reply.form === 'body') {
      const choices = objectsIn(member(reply.json, 'choices'));
      need(choices.some(isNumbered), 'a choice with an integer index');
      yield* misnumbered(choices, most);
      return;
    }
    need(!failsInBand(reply), 'a stream without a failure', 'chat-stream-offered');
    const chunks = chatChunks(reply).map(({ event, json }) => ({
      atMs: event.atMs,
      choices: objectsIn(json.choices),
    }));
    need(
      chunks.some(({ choices }) => choices.some(isNumbered)),
      'a choice with an integer index',
    );
    for (const { choices, atMs } of chunks) {
      for (const found of misnumbered(choices, most)) yield { ...found, atMs };
    }
  },
};

function isNumbered({ index }: JsonObject): boolean {
  return Number.isInteger(index);
}

function* misnumbered(choices: readonly JsonObject[], most: number): Iterable<Finding> {
  const seen = new Set<unknown>();
  for (const [at, choice] of choices.entries()) {
    if (!isNumbered(choice)) continue;
    const { index } = choice;
    const where = `choices[${at}].index`;
    if (Number(index) < 0 || Number(index) >= most) {
      yield { expected: most === 1 ? '0' : `0 to ${most - 1}`, actual: index, where };
    } else if (seen.has(index)) {
      yield { expected: 'a different index for each choice', actual: index, where };
    }
    seen.add(index);
  }
}
