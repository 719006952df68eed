import { chatChunks } from '../../../answers/chat-chunks.ts';
import { failsInBand } from '../../../answers/failures/error-events.ts';
import { type JsonObject, member, objectsIn, textOf } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { sentBodyOf } from '../../../answers/sent-body.ts';
import { ChatLogprobsSchema, ChatRefusalsSchema } from '../../../contract/chat.ts';
import { replyRule } from '../../declare.ts';
import { textDifference } from '../../findings/differences.ts';
import { shortChat } from '../../probes/answers.ts';
import { loggedChats, severalChoices } from '../../probes/formats.ts';
import { members } from '../../rows/members.ts';
import { appliesTo, need } from '../../rule.ts';

export const chatChoicesCount = replyRule('chat-choices-count', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest.n ("How many chat completion choices to generate for each input message")',
  statement:
    'The answer to a chat that asks for n choices has n, with the indexes from 0 to n − 1; or the caller is refused.',
  harm: 'A program that compares n answers reads each by its index: a missing one is an exception, or it decides on one answer as if n agreed.',
  provenBy: 'chat-choices-ignored',
  probe: severalChoices,
  *judge(reply) {
    const wanted = sentBodyOf(reply.exchange)?.body.n;
    appliesTo(typeof wanted === 'number' && wanted > 1, 'a chat that asks for several choices');
    need(reply.form === 'body' || !failsInBand(reply), 'a stream without a failure');
    const indexes = [...choicesIn(reply).keys()];
    const missing = Array.from({ length: wanted }, (_, at) => at).filter(
      (at) => !indexes.includes(at),
    );
    if (missing.length === 0) return;
    const actual = `no choice with the index ${missing.join(', ')}`;
    yield { expected: `the choices 0 to ${wanted - 1}`, actual, where: 'choices' };
  },
});

export const chatLogprobsKept = replyRule('chat-logprobs-kept', {
  level: 'should',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest.logprobs ("returns the log probabilities of each output token returned in the content of message")',
  statement:
    'The answer to a chat that asks for logprobs has the tokens of its text, which join to it; or the caller is refused.',
  harm: 'A program that measures how sure a model is, or rates its answers, fails without the tokens, or rates another text.',
  provenBy: 'chat-logprobs-ignored',
  probe: loggedChats,
  *judge(reply) {
    const sent = sentBodyOf(reply.exchange)?.body;
    appliesTo(sent?.logprobs === true, 'a chat that asks for logprobs');
    // A text beside a call need not have them.
    appliesTo(sent.tools === undefined, 'a chat that offers no tools');
    need(reply.form === 'body' || !failsInBand(reply), 'a stream without a failure');
    const choices = [...choicesIn(reply)].filter(([, { text }]) => text !== '');
    need(choices.length > 0, 'an answer in text');
    for (const [index, { text, tokens }] of choices) {
      const joined = Buffer.concat(tokens.map(bytesOf)).toString();
      // Some servers add the token that ends the text, and some tokenizers a space before it.
      if (joined.trimStart().startsWith(text.trimStart())) continue;
      const where = `choices[${String(index)}].logprobs.content`;
      const difference = tokens.length === 0 ? undefined : textDifference(text, joined);
      yield { expected: 'the tokens of the text', actual: 'none', ...difference, where };
    }
  },
});

export const chatLogprobsShape = members('chat-logprobs-shape', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ChatCompletionTokenLogprob (required: token, logprob, top_logprobs); AI SDK (throws)',
  statement:
    'Each token in the logprobs of a choice, where it has them, is a string with the number logprob and the array top_logprobs of the same shape.',
  harm: 'A client reads logprobs with a schema: it throws, and the whole answer is lost.',
  provenBy: 'chat-logprobs-bare',
  probe: loggedChats,
  schema: ChatLogprobsSchema,
  legal: [
    { choices: [{ logprobs: null }] },
    { choices: [{ logprobs: { content: null, refusal: null } }] },
    {
      choices: [
        { logprobs: { content: [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }] } },
      ],
    },
  ],
  illegal: [
    { choices: [{ logprobs: { content: [{ token: 'a', logprob: -1, bytes: [97] }] } }] },
    { choices: [{ logprobs: { content: [{ token: 'a', logprob: null, top_logprobs: [] }] } }] },
    {
      choices: [
        { logprobs: { content: [{ token: 'a', logprob: -1, top_logprobs: [{ token: 'a' }] }] } },
      ],
    },
  ],
});

export const chatRefusalText = members('chat-refusal-text', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionResponseMessage.refusal (string or null)',
  statement: 'The refusal of a message is a string, null or absent.',
  harm: 'A program shows the refusal in place of the answer wherever it is not null: its user reads "false".',
  provenBy: 'chat-refusal-false',
  probe: shortChat,
  schema: ChatRefusalsSchema,
  legal: [
    { choices: [{ message: { role: 'assistant', content: 'Hello', refusal: null } }] },
    { choices: [{ message: { role: 'assistant', content: null, refusal: 'No.' } }] },
  ],
  illegal: [{ choices: [{ message: { role: 'assistant', content: 'Hello', refusal: false } }] }],
});

interface Said {
  text: string;
  readonly tokens: JsonObject[];
}

/** The text and the tokens of each choice of a chat, by its index, as a client joins them. */
function choicesIn(reply: Answer | Stream): ReadonlyMap<unknown, Said> {
  const choices = new Map<unknown, Said>();
  const bodies = reply.form === 'body' ? [reply.json] : chatChunks(reply).map(({ json }) => json);
  for (const { index, message, delta, logprobs } of bodies.flatMap((json) =>
    objectsIn(member(json, 'choices')),
  )) {
    const said = choices.get(index) ?? { text: '', tokens: [] };
    said.text += textOf(member(message ?? delta, 'content'));
    said.tokens.push(...objectsIn(member(logprobs, 'content')));
    choices.set(index, said);
  }
  return choices;
}

/** A token that is part of a character has only its bytes. */
function bytesOf({ token, bytes }: JsonObject): Uint8Array {
  return Array.isArray(bytes) ? Buffer.from(bytes) : Buffer.from(textOf(token));
}
