import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed, type Sent } from './relayed.ts';
import { chatRequest, legal } from './requests.ts';
import { sequentially } from './sequentially.ts';

/** A member that no gateway knows. */
export const UNKNOWN_MEMBER = 'x_assay_note';

const TOOL = {
  type: 'function',
  function: {
    name: 'find_boat',
    description: 'Finds a boat.',
    parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
};

/** Values that differ from all defaults, so that a gateway cannot have chosen them. */
export const PARAMETERS: Readonly<Record<string, unknown>> = {
  temperature: 0.37,
  top_p: 0.83,
  max_tokens: 173,
  stop: ['zqx'],
  seed: 740_113,
  tools: [TOOL],
  tool_choice: 'none',
  response_format: { type: 'json_object' },
};

/**
 * Chats with each parameter, with all of them, with a member that no gateway knows, and with messages
 * of every role.
 */
export const relayedMembers: Probe<'relay'> = {
  name: 'members-seen-at-both-ends',
  async run(gateway) {
    if (!gateway.offers('chat')) return [];
    const single = Object.entries(PARAMETERS).map(([name, value]): Labelled => {
      // A choice between tools needs some.
      const also = name === 'tool_choice' ? { tools: [TOOL] } : {};
      return [name, () => ({ ...also, [name]: value })];
    });
    const sent = await sequentially(
      [
        ...single,
        ['all parameters', () => PARAMETERS],
        ['an unknown member', (nonce) => ({ [UNKNOWN_MEMBER]: nonce })],
        ['every role', (nonce) => ({ messages: conversation(nonce) })],
      ] satisfies readonly Labelled[],
      ([label, members]) => send(gateway, label, members),
    );
    return relayed(gateway, sent);
  },
};

type Labelled = readonly [label: string, members: (nonce: string) => Record<string, unknown>];

async function send(
  gateway: ProbeGateway,
  label: string,
  members: (nonce: string) => Record<string, unknown>,
): Promise<Sent> {
  const nonce = gateway.nonce();
  const prompt = `Answer in JSON with one word about ${nonce}.`;
  const request = chatRequest(gateway.expect, { prompt, also: members(nonce) });
  return { label, nonce, exchanges: [await gateway.send(legal(request))] };
}

function conversation(nonce: string): readonly unknown[] {
  const call = { id: 'call_1', type: 'function', function: { name: 'find_boat', arguments: '{}' } };
  return [
    { role: 'system', content: 'Answer with one word.' },
    { role: 'user', content: `Is there a boat named ${nonce}?` },
    { role: 'assistant', content: 'I look for it.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: 'There is one.' },
    { role: 'user', content: 'Where?' },
  ];
}
