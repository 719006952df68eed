import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { chatRequest, legal, responsesRequest } from './requests.ts';
import { textForms } from './text-forms.ts';

const FRAGMENTS = 20;
const NAMES = ['find_boat', 'Find-Harbour2'];

/** Chats and responses, in both forms, in which the model calls two tools together. */
export const relayedToolCalls: Probe<'relay'> = {
  name: 'tool-calls-seen-at-both-ends',
  async run(gateway) {
    const sent = await Promise.all(
      textForms(gateway).map(async ({ name, operation, stream }) => {
        const nonce = gateway.nonce();
        const calls = NAMES.map((tool, at) => ({
          id: `call_${nonce}${at}`,
          name: tool,
          fragments: fragmentsOf(`${tool} ${nonce}`),
        }));
        await gateway.upstream.script(nonce, [{ toolCalls: calls, ttftMs: 0, itlMs: 0 }]);
        const exchange = await gateway.send(legal(request(gateway, operation, { nonce, stream })));
        return { label: name, nonce, exchanges: [exchange] };
      }),
    );
    return relayed(gateway, sent);
  },
};

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
  const text = named.replace('{', `{"number":${LONG_NUMBER},`);
  const size = Math.ceil(text.length / FRAGMENTS);
  return Array.from({ length: FRAGMENTS }, (_, at) =>
    Array.from(text)
      .slice(at * size, (at + 1) * size)
      .join(''),
  ).filter((fragment) => fragment !== '');
}

function request(
  { expect }: ProbeGateway,
  operation: 'chat' | 'responses',
  { nonce, stream }: { readonly nonce: string; readonly stream: boolean },
): ProbeRequest {
  const isChat = operation === 'chat';
  const functions = NAMES.map((name) => ({ name, description: 'Finds it.', parameters: SCHEMA }));
  const tools = functions.map((each) =>
    isChat ? { type: 'function', function: each } : { type: 'function', ...each },
  );
  const make = isChat ? chatRequest : responsesRequest;
  return make(expect, { prompt: `Find ${nonce}.`, stream, also: { tools } });
}

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
};
