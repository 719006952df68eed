import { editsChoices, editsDeltas } from '../edits/answers.ts';
import { editCalled, editSaid, editsAllChoices, ignores, readsMessages } from '../edits/chats.ts';
import { editItems } from '../edits/json.ts';
import { after } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { parseObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';

export const chatToolsFaults: Alterations = {
  'chat-tool-arguments-cut': writesArguments('The last character of the arguments is lost.')(
    (json) => json.slice(0, -1),
  ),
  'chat-tool-arguments-more': writesArguments('The arguments have a member that no schema names.')(
    (json) => JSON.stringify({ ...objectOf(json), note: '' }),
  ),
  'chat-tool-arguments-object': editsChoices(
    'The arguments of a call are an object, not a text, in a chat completion.',
  )((choice) =>
    editCalled(choice, (called) => ({ ...called, arguments: objectOf(called.arguments) })),
  ),
  'chat-tool-choice-ignored': ignores('tool_choice')('The tool_choice of a chat is ignored.'),
  'chat-tool-finish-stop': editsAllChoices(
    'The finish_reason of an answer that calls tools is stop.',
  )((choice) =>
    choice.finish_reason === 'tool_calls' ? { ...choice, finish_reason: 'stop' } : choice,
  ),
  'chat-tool-index-from-one': editsDeltas('The calls of a chat stream are numbered from 1.')(
    (choice) =>
      editSaid(choice, (delta) =>
        editItems(delta, 'tool_calls', (call) => ({ ...call, index: Number(call.index) + 1 })),
      ),
  ),
  'chat-tool-name-changed': editsAllChoices('The name of a function that is called has a prefix.')(
    (choice) =>
      editCalled(choice, (called) =>
        called.name === undefined ? called : { ...called, name: `functions.${called.name}` },
      ),
  ),
  'chat-tool-parallel-ignored': ignores('parallel_tool_calls')(
    'The parallel_tool_calls of a chat is ignored.',
  ),
  'chat-tool-result-refused': readsMessages('A message with the role tool is refused.')(
    (message) => {
      if (message.role !== 'tool') return message;
      throw Refusal.badField('messages', 'The role tool is not known.');
    },
  ),
  'chat-tool-result-unknown': readsMessages(
    'The result of a call that was never made is accepted.',
  )((message) => (message.role === 'tool' ? { ...message, role: 'function' } : message)),
  'chat-tool-text-leaks': editsAllChoices('The syntax of a call stands in the text beside it.')(
    (choice) =>
      editSaid(choice, (said) =>
        said.content === null ? { ...said, content: '<tool_call>' } : said,
      ),
  ),
};

/** Other arguments of each call. */
function writesArguments(summary: string) {
  return (edit: (json: string) => string): Alteration =>
    after('callTools')(summary)((uses) =>
      uses.map((use) => ({ ...use, arguments: edit(use.arguments) })),
    );
}

function objectOf(json: unknown) {
  return parseObject(Buffer.from(String(json)));
}
