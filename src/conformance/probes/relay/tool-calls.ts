import { textForms } from '../../requests/forms.ts';
import { scripted, withMembers } from './scripted.ts';

const FRAGMENTS = 20;
const NAMES = ['find_boat', 'Find-Harbour2'];

/** Chats and responses, in both forms, in which the model calls two tools together. */
export const relayedToolCalls = scripted({
  name: 'tool-calls-seen-at-both-ends',
  forms: textForms,
  cases: (_, { operation }) => [
    {
      steps: (nonce) => ({ toolCalls: callsOf(nonce), ttftMs: 0, itlMs: 0 }),
      ask: (request) => withMembers(request, { tools: toolsOf(operation) }),
    },
  ],
  expects: 'legal',
});

function callsOf(nonce: string) {
  return NAMES.map((name, at) => ({
    id: `call_${nonce}${at}`,
    name,
    fragments: fragmentsOf(`${name} ${nonce}`),
  }));
}

/** 1 kB, longer than a limit for logs, with spaces at which some of the fragments are cut. */
const LONG_NOTE = Array.from({ length: 250 }, (_, at) => at).join(' ');

/** A double cannot represent it: it changes where JSON is parsed and serialized again. */
const LONG_NUMBER = '9007199254740993';

/** The JSON text of arguments, in parts that are cut within its words and characters of escapes. */
function fragmentsOf(words: string): readonly string[] {
  const named = JSON.stringify({
    name: `${words} "quoted" \n Ωμέγα 🙂`,
    rest: [1, 2],
    note: LONG_NOTE,
  });
  const characters = Array.from(named.replace('{', `{"number":${LONG_NUMBER},`));
  const size = Math.ceil(characters.length / FRAGMENTS);
  return Array.from({ length: FRAGMENTS }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  ).filter((fragment) => fragment !== '');
}

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
};

function toolsOf(operation: string): readonly unknown[] {
  const functions = NAMES.map((name) => ({ name, description: 'Finds it.', parameters: SCHEMA }));
  return operation === 'chat'
    ? functions.map((each) => ({ type: 'function', function: each }))
    : functions.map((each) => ({ type: 'function', ...each }));
}
