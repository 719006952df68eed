import { objectsIn } from '../../answers/json.ts';
import type { Difference } from './difference.ts';
import { membersOf, promptOf, withMembers } from './plain.ts';

/** Instructions before the message of a chat. */
export const SYSTEM_MESSAGE: Difference = {
  name: 'a message with the role system',
  expected: 'accepted',
  of: (request) => {
    const instructions = { role: 'system', content: 'Answer briefly.' };
    return withMembers(request, {
      messages: [instructions, ...objectsIn(membersOf(request).messages)],
    });
  },
};

/** Dialogs with every role, with several messages of a role, and with many messages. */
export const DIALOGS: readonly Difference[] = [
  dialog('every role', conversation),
  dialog('several messages of a role', longConversation),
  dialog('40 messages', manyTurns),
];

/** The result of a call that was never made. */
export const UNKNOWN_RESULT: Difference = dialog('the result of an unknown call', (prompt) => [
  { role: 'user', content: prompt },
  { role: 'assistant', content: null, tool_calls: [callOf('call_1', '{}')] },
  { role: 'tool', tool_call_id: 'call_2', content: ODD_RESULT },
]);

/** A response to items: a message, two calls, and their results in the other order. */
export const ITEMS: Difference = {
  name: 'items with calls and results',
  expected: 'either',
  of: (request) => withMembers(request, { input: items(promptOf(request)) }),
};

/** @param messages around the prompt of the request */
function dialog(name: string, messages: (prompt: string) => readonly unknown[]): Difference {
  return {
    name,
    expected: 'either',
    of: (request) => withMembers(request, { messages: messages(promptOf(request)) }),
  };
}

/** Arguments and a result that change where a gateway parses them and writes them again. */
const ODD_ARGUMENTS = '{ "name":\t"\\u00c7a va", "length": 1.50, "id": 12345678901234567890 }\n';
const ODD_RESULT = ' {"found" :1.0}\n\u2028<b>世界 🚢</b>\t"e\u0301"\\n ';

function conversation(prompt: string): readonly unknown[] {
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: prompt },
    { role: 'assistant', content: null, tool_calls: [callOf('call_1', ODD_ARGUMENTS)] },
    { role: 'tool', tool_call_id: 'call_1', content: ODD_RESULT },
    { role: 'user', content: 'Where?' },
  ];
}

function longConversation(prompt: string): readonly unknown[] {
  const calls = [callOf('call_1', '{"name":"Ana"}'), callOf('call_2', '{}')];
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'system', content: 'Be polite.' },
    { role: 'user', content: prompt, name: 'ana' },
    { role: 'assistant', content: 'I look for it.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'tool', tool_call_id: 'call_2', content: 'There is none.' },
    { role: 'assistant', tool_calls: [callOf('call_3', '{"name":"Ben"}')] },
    { role: 'tool', tool_call_id: 'call_3', content: 'There is one.' },
    { role: 'user', content: 'Where?', name: 'ana' },
    { role: 'user', content: 'And of which colour?', name: 'ben' },
  ];
}

/** With instructions in their middle. */
function manyTurns(prompt: string): readonly unknown[] {
  return Array.from({ length: 40 }, (_, at) => {
    if (at === 0 || at === 20) return { role: 'system', content: `Answer with ${at + 1} words.` };
    return at % 2 === 1
      ? { role: 'user', content: `Where is boat ${at}? ${prompt}` }
      : { role: 'assistant', content: `In harbour ${at}.` };
  });
}

function items(prompt: string): readonly unknown[] {
  const call = (call_id: string, args: string) => {
    return { type: 'function_call', call_id, name: 'find_boat', arguments: args };
  };
  return [
    { role: 'user', content: prompt },
    call('call_1', ODD_ARGUMENTS),
    call('call_2', '{}'),
    { type: 'function_call_output', call_id: 'call_2', output: 'There is none.' },
    { type: 'function_call_output', call_id: 'call_1', output: ODD_RESULT },
  ];
}

function callOf(id: string, args: string): unknown {
  return { id, type: 'function', function: { name: 'find_boat', arguments: args } };
}
