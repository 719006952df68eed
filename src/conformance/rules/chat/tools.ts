import type { z } from 'zod';
import { chatChunks, firstMessage } from '../../../answers/chat-chunks.ts';
import {
  isJsonObject,
  type JsonObject,
  member,
  objectsIn,
  parseJson,
  textOf,
} from '../../../answers/json.ts';
import { replyRefusal } from '../../../answers/reply.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { list } from '../../../contract/json.ts';
import { describedBy } from '../../../contract/json-schema.ts';
import { ToolCallSchema } from '../../../contract/tools.ts';
import { replyRule, seriesRule } from '../../declare.ts';
import { notAccepted, notRefused } from '../../findings/acceptance.ts';
import { inText } from '../../findings/differences.ts';
import {
  argumentsNotJson,
  callSyntaxIn,
  namesNotOffered,
  needToolCalls,
  needToolChat,
} from '../../findings/tool-chats.ts';
import { KNOWN_CALL, toolChats, toolResults, UNKNOWN_CALL } from '../../probes/tools.ts';
import { appliesTo, need, needSeen } from '../../rule.ts';

const CALLS = 'choices[0].message.tool_calls';
const PIECES = 'choices[0].delta.tool_calls';
const ARGUMENTS = 'function.arguments';

export const chatToolCallShape = replyRule('chat-tool-call-shape', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionMessageToolCall',
  statement:
    'Each call of a function in a chat completion has an id, the type "function", a name, and its arguments as a text.',
  harm: 'A client sends the id back with the result and parses the text of the arguments: without them, or with an object in place of the text, it throws.',
  provenBy: 'chat-tool-arguments-object',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    appliesTo(reply.form === 'body', 'an answer in one body');
    needToolCalls(reply);
    const calls = member(firstMessage(reply.json), 'tool_calls');
    for (const { where = '', ...found } of contradictions(list(ToolCallSchema), calls)) {
      yield { ...found, where: CALLS + where };
    }
  },
});

export const chatToolIndex = replyRule('chat-tool-index', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ChatCompletionMessageToolCallChunk (index); openai-python (joins the texts of pieces); AI SDK (reads id and name of the first piece)',
  statement:
    'In a chat stream each piece of a call has the integer index of its call, counted from 0 without gaps. The id and the name are in the first piece of a call, and in no other.',
  harm: 'Clients join the pieces of a call by index: without it, or without the name at the start, the call is lost, and a name that comes again is doubled.',
  provenBy: 'chat-tool-index-from-one',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    appliesTo(reply.form === 'stream', 'a stream');
    needToolCalls(reply);
    const begun = new Set<unknown>();
    for (const { event, choices } of chatChunks(reply)) {
      const { atMs } = event;
      const pieces = choices
        .filter(({ index }) => index === 0)
        .flatMap(({ delta }) => objectsIn(delta.tool_calls));
      for (const { index, id, function: called } of pieces) {
        const names = { id: textOf(id), 'function.name': textOf(member(called, 'name')) };
        const isFirst = !begun.has(index);
        begun.add(index);
        if (!Number.isInteger(index)) {
          yield { expected: 'integer', actual: index, where: `${PIECES}, index`, atMs };
        }
        for (const [name, text] of Object.entries(names)) {
          if (isFirst === (text !== '')) continue;
          const expected = isFirst ? 'non-empty string' : 'only in the first piece of a call';
          yield { expected, actual: text, where: `${PIECES}, ${name}`, atMs };
        }
      }
    }
    const last = begun.size - 1;
    for (const index of begun) {
      if (!Number.isInteger(index) || (Number(index) >= 0 && Number(index) <= last)) continue;
      const expected = last === 0 ? '0' : `0 to ${last}`;
      yield { expected, actual: index, where: `${PIECES}, index` };
    }
  },
});

export const chatToolArgumentsJson = replyRule('chat-tool-arguments-json', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ChatCompletionMessageToolCall, function.arguments ("in JSON format")',
  statement:
    'The arguments of a call are the text of a JSON object, in a stream when its pieces are joined.',
  harm: 'An agent parses the arguments before it calls its function: if that fails, its turn ends with an exception.',
  provenBy: 'chat-tool-arguments-cut',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    const chat = needToolCalls(reply);
    need(!chat.isCut, 'an answer that is not cut');
    yield* argumentsNotJson(chat, ARGUMENTS);
  },
});

export const chatToolArgumentsFit = replyRule('chat-tool-arguments-fit', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, FunctionObject.strict ("will follow the exact schema")',
  statement: 'The arguments of a call of a function that is strict fit its schema.',
  harm: 'A program that relies on strict does not check the arguments again: a missing one is an exception, a wrong one a wrong act.',
  provenBy: 'chat-tool-arguments-more',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    const { calls, offered, isCut } = needToolCalls(reply);
    need(!isCut, 'an answer that is not cut');
    const strict = calls.flatMap(({ name, arguments: text }, at) => {
      const schema = strictSchemaOf(offered.get(name));
      const json = parseJson(text);
      return schema === undefined || json === undefined ? [] : [{ at, schema, json }];
    });
    needSeen(strict.length > 0, 'a call of a strict function, with arguments in JSON');
    for (const { at, schema, json } of strict) {
      yield* inText(`call ${at + 1}, ${ARGUMENTS}`, contradictions(schema, json));
    }
  },
});

function strictSchemaOf(offered: JsonObject | undefined): z.ZodType | undefined {
  const parameters = member(offered, 'strict') === true ? member(offered, 'parameters') : undefined;
  return isJsonObject(parameters) ? describedBy(parameters) : undefined;
}

export const chatToolNamesOffered = replyRule('chat-tool-names-offered', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, CreateChatCompletionRequest.tools ("A list of tools the model may call")',
  statement:
    'An answer calls only functions that the request offers, by the names that it gives them.',
  harm: 'A program has no function of another name: the AI SDK throws, and an agent fails or asks again.',
  provenBy: 'chat-tool-name-changed',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    yield* namesNotOffered(needToolCalls(reply), 'function.name');
  },
});

export const chatToolChoice = replyRule('chat-tool-choice', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionToolChoiceOption',
  statement:
    'An answer calls no function where tool_choice is none, at least one where it is required, and only the function that it names; or the caller is refused.',
  harm: 'A program that forbids calls gets one, and one that needs a call gets a text, which it cannot use.',
  provenBy: 'chat-tool-choice-ignored',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    const { sent, calls, chosen, isCut } = needToolChat(reply);
    const { tool_choice: choice } = sent;
    appliesTo(
      chosen !== undefined || choice === 'none' || choice === 'required',
      'a tool_choice of none, required or one function',
    );
    const names = calls.map(({ name }) => name);
    const actual = names.length === 0 ? 'none' : names.join(', ');
    if (choice === 'none') {
      if (names.length > 0) yield { expected: 'no call', actual, where: CALLS };
      return;
    }
    need(!isCut && replyRefusal(reply) === '', 'an answer that is neither cut nor refused');
    if (names.length > 0 && names.every((name) => name === (chosen ?? name))) return;
    const expected = chosen === undefined ? 'a call' : `a call of ${chosen} alone`;
    yield { expected, actual, where: CALLS };
  },
});

export const chatToolParallel = replyRule('chat-tool-parallel', {
  level: 'must',
  assumed: 'OpenAI API reference, function calling ("exactly zero or one tool is called")',
  statement:
    'Where parallel_tool_calls is false, an answer has at most one call; or the caller is refused.',
  harm: 'A program that handles one call a turn leaves the others without a result, and its next request is refused.',
  provenBy: 'chat-tool-parallel-ignored',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    const { sent, calls } = needToolCalls(reply);
    appliesTo(sent.parallel_tool_calls === false, 'a chat with parallel_tool_calls off');
    if (calls.length > 1) yield { expected: 'one call', actual: calls.length, where: CALLS };
  },
});

export const chatToolFinishReason = replyRule('chat-tool-finish-reason', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, finish_reason ("tool_calls if the model called a tool"); OpenAI API reference, function calling (stop where a call was forced)',
  statement:
    'The finish_reason is tool_calls if the answer calls a function, and only then. It may be stop where tool_choice forced the call.',
  harm: 'An agent loop runs its functions where finish_reason is tool_calls: with stop the call is dropped, and the user gets an empty answer.',
  provenBy: 'chat-tool-finish-stop',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    const { sent, calls, chosen, finish, isCut } = needToolChat(reply);
    const { length } = calls;
    needSeen(length > 0 || finish === 'tool_calls', 'an answer that calls a function');
    need(!isCut && typeof finish === 'string', 'an answer that is not cut, with a finish_reason');
    const isForced = chosen !== undefined || sent.tool_choice === 'required';
    if (length > 0 && (finish === 'tool_calls' || (isForced && finish === 'stop'))) return;
    const expected = length > 0 ? 'tool_calls' : 'a finish_reason of an answer without a call';
    yield { expected, actual: finish, where: 'choices[0].finish_reason' };
  },
});

export const chatToolTextClean = replyRule('chat-tool-text-clean', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionResponseMessage (content, tool_calls)',
  statement:
    'The text of an answer to a chat with functions has none of the syntax in which a model writes calls, such as <tool_call>.',
  harm: 'Users see the inside of a call as an answer, and the function is not called.',
  provenBy: 'chat-tool-text-leaks',
  needs: ['tools'],
  probe: toolChats,
  *judge(reply) {
    needToolChat(reply);
    const actual = callSyntaxIn(reply);
    if (actual !== undefined) {
      yield {
        expected: 'a text without the syntax of a call',
        actual,
        where: 'choices[0].message.content',
      };
    }
  },
});

export const chatToolResultAccepted = seriesRule('chat-tool-result-accepted', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ChatCompletionRequestToolMessage',
  statement:
    'A chat that sends the calls of an answer back, and a message with the role tool for each, returns 2xx.',
  harm: 'Without its result a call leads nowhere: no agent gets beyond its first call.',
  provenBy: 'chat-tool-result-refused',
  needs: ['tools'],
  probe: toolResults,
  *judge(series) {
    appliesTo(series.label === KNOWN_CALL, KNOWN_CALL);
    yield* notAccepted(series);
  },
});

export const chatToolUnknownResult = seriesRule('chat-tool-unknown-result', {
  level: 'may',
  assumed: 'OpenAI API (400 where a tool_call_id is not that of a call before it)',
  statement: 'A message with the role tool whose tool_call_id no earlier call has returns 4xx.',
  harm: 'The model takes a result for that of another call, and the mistake of the program is not noticed.',
  provenBy: 'chat-tool-result-unknown',
  needs: ['tools'],
  probe: toolResults,
  *judge(series) {
    needSeen(series.label === UNKNOWN_CALL, UNKNOWN_CALL);
    yield* notRefused(series);
  },
});
