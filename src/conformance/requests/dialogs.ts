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

/** @param messages around the prompt of the request */
function dialog(name: string, messages: (prompt: string) => readonly unknown[]): Difference {
  return {
    name,
    expected: 'either',
    of: (request) => withMembers(request, { messages: messages(promptOf(request)) }),
  };
}

function conversation(prompt: string): readonly unknown[] {
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: prompt },
    { role: 'assistant', content: null, tool_calls: [callOf('call_1', 'Ana')] },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'user', content: 'Where?' },
  ];
}

function longConversation(prompt: string): readonly unknown[] {
  const calls = [callOf('call_1', 'Ana'), callOf('call_2', 'another boat')];
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'system', content: 'Be polite.' },
    { role: 'user', content: prompt, name: 'ana' },
    { role: 'assistant', content: 'I look for it.', tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'tool', tool_call_id: 'call_2', content: 'There is none.' },
    { role: 'assistant', tool_calls: [callOf('call_3', 'Ben')] },
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

function callOf(id: string, boat: string): unknown {
  const args = JSON.stringify({ name: boat });
  return { id, type: 'function', function: { name: 'find_boat', arguments: args } };
}
