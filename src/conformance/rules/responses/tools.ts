import { member, textOf } from '../../../answers/json.ts';
import { outputItems } from '../../../answers/reply.ts';
import { responseEvents } from '../../../answers/response-events.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { FunctionCallSchema } from '../../../contract/tools.ts';
import { replyRule, seriesRule, streamRule } from '../../declare.ts';
import { notAccepted } from '../../findings/acceptance.ts';
import { within } from '../../findings/differences.ts';
import {
  argumentsNotJson,
  namesNotOffered,
  needToolCalls,
  needToolChat,
} from '../../findings/tool-chats.ts';
import { toolOutputs, toolResponses } from '../../probes/tools.ts';
import { appliesTo, need } from '../../rule.ts';

export const responsesToolCallShape = replyRule('responses-tool-call-shape', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, FunctionToolCall; Open Responses, FunctionCall',
  statement:
    'Each function_call item of a response, in the body and in the events of a stream, has a call_id, a name, and its arguments as a text.',
  harm: 'A client sends the call_id back with the output and parses the text of the arguments: without them its agent ends at the first call.',
  provenBy: 'resp-tool-no-call-id',
  needs: ['tools'],
  probe: toolResponses,
  *judge(reply) {
    needToolCalls(reply);
    for (const { item, ...place } of outputItems(reply)) {
      if (member(item, 'type') !== 'function_call') continue;
      yield* within(place, contradictions(FunctionCallSchema, item));
    }
  },
});

export const responsesToolArgumentsDone = streamRule('responses-tool-arguments-done', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseFunctionCallArgumentsDoneEvent; Open Responses',
  statement:
    'In a responses stream the arguments of a call have the output_index of an item. The deltas, if there are any, join to those of function_call_arguments.done and of output_item.done.',
  harm: 'One client joins the deltas and another reads the done event: they call the same function with different arguments.',
  provenBy: 'rst-tool-arguments-differ',
  needs: ['tools'],
  probe: toolResponses,
  *judge(stream) {
    needToolCalls(stream);
    const joined = new Map<unknown, string>();
    const added = new Set<unknown>();
    for (const { event, type, json } of responseEvents(stream)) {
      const { output_index: index } = json;
      const known = joined.get(index);
      if (type === 'response.output_item.added') added.add(index);
      if (ARGUMENTS.test(type) && !added.has(index)) {
        const where = `${type}, output_index`;
        yield { expected: 'that of an item', actual: index, where, atMs: event.atMs };
      }
      if (type === 'response.function_call_arguments.delta') {
        joined.set(index, (known ?? '') + textOf(json.delta));
      } else {
        const ended = endedBy(type, json);
        if (known === undefined || ended === undefined || ended === known) continue;
        yield { expected: known, actual: ended, where: `${type}, arguments`, atMs: event.atMs };
      }
    }
  },
});

const ARGUMENTS = /^response\.function_call_arguments\.(delta|done)$/;

/** The whole arguments that an event has for its call. */
function endedBy(type: string, json: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'response.function_call_arguments.done') return textOf(json.arguments);
  const isCall = member(json.item, 'type') === 'function_call';
  if (type !== 'response.output_item.done' || !isCall) return undefined;
  return textOf(member(json.item, 'arguments'));
}

export const responsesToolArgumentsJson = replyRule('responses-tool-arguments-json', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, FunctionToolCall.arguments ("A JSON string")',
  statement: 'The arguments of a call in a response are the text of a JSON object.',
  harm: 'An agent parses the arguments before it calls its function: if that fails, its turn ends with an exception.',
  provenBy: 'resp-tool-arguments-cut',
  needs: ['tools'],
  probe: toolResponses,
  *judge(reply) {
    const chat = needToolCalls(reply);
    need(!chat.isCut, 'a response that is complete');
    yield* argumentsNotJson(chat, 'arguments');
  },
});

export const responsesToolNamesOffered = replyRule('responses-tool-names-offered', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateResponse.tools ("An array of tools the model may call")',
  statement: 'A response calls only functions that the request offers, by their names.',
  harm: 'A program has no function of another name: it throws, or asks again and pays twice.',
  provenBy: 'resp-tool-name-changed',
  needs: ['tools'],
  probe: toolResponses,
  *judge(reply) {
    yield* namesNotOffered(needToolCalls(reply), 'name');
  },
});

export const responsesToolChoice = replyRule('responses-tool-choice', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, CreateResponse.tool_choice, parallel_tool_calls',
  statement:
    'A response calls no function where tool_choice is none, only the function that it names, and at most one where parallel_tool_calls is false; or the caller is refused.',
  harm: 'A program that forbids calls, wants another function or handles one call a turn gets calls that it does not answer.',
  provenBy: 'resp-tool-choice-ignored',
  needs: ['tools'],
  probe: toolResponses,
  *judge(reply) {
    const { sent, calls, chosen, isCut } = needToolChat(reply);
    const isNone = sent.tool_choice === 'none';
    const isSingle = sent.parallel_tool_calls === false;
    appliesTo(isNone || isSingle || chosen !== undefined, 'a tool_choice, or no parallel calls');
    need(!isCut, 'a response that is complete');
    const names = calls.map(({ name }) => name);
    const actual = names.join(', ') || 'none';
    if (isNone && names.length > 0) yield { expected: 'no call', actual, where: 'output' };
    if (isSingle && names.length > 1) yield { expected: 'one call', actual, where: 'output' };
    if (chosen === undefined) return;
    if (names.length > 0 && names.every((name) => name === chosen)) return;
    yield { expected: `a call of ${chosen} alone`, actual, where: 'output' };
  },
});

export const responsesToolOutputAccepted = seriesRule('responses-tool-output-accepted', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, FunctionCallOutputItemParam; Open Responses, items',
  statement:
    'A request that sends the function_call items of a response back, and a function_call_output for each, returns 2xx.',
  harm: 'Without its output a call leads nowhere: no agent gets beyond its first call.',
  provenBy: 'resp-tool-output-refused',
  needs: ['tools'],
  probe: toolOutputs,
  *judge(series) {
    yield* notAccepted(series);
  },
});
