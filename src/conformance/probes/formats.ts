import { describeOutcome } from '../../answers/narrow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { dispositionOf } from '../findings/acceptance.ts';
import type { ProbeGateway } from '../gateway.ts';
import { chatRequest, legal } from '../requests/plain.ts';
import { needSeen, type Probe } from '../rule.ts';
import { fewer, sequentially } from './trials.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    size: { type: 'string', enum: ['small', 'large'] },
    harbour: { type: 'boolean' },
  },
  required: ['city', 'size', 'harbour'],
  additionalProperties: false,
};

/** Where Assay is the model. */
const ANSWER = { text: '{"city":"Oslo","size":"large","harbour":true}' };

const FITTING = {
  type: 'json_schema',
  json_schema: { name: 'city', strict: true, schema: SCHEMA },
};

const ASKED = [
  { format: FITTING, stream: true },
  { format: FITTING, stream: false },
  { format: { type: 'json_object' }, stream: false },
];

/** Chats that ask for JSON, two of them for JSON that fits a schema. */
export const jsonChats: Probe<'reply'> = {
  name: 'chats-in-json',
  modest: '1 of 3 chats: only a stream, with a schema',
  async run(gateway) {
    const sent = await sequentially(fewer(gateway, ASKED, 1), (asked) => ask(gateway, asked));
    const isTaken = sent.some((exchange) => dispositionOf(exchange) !== 'refused');
    needSeen(isTaken, `a gateway that takes response_format: ${sent.map(describeOutcome)[0]}`);
    return sent;
  },
};

async function ask(
  gateway: ProbeGateway,
  { format, stream }: (typeof ASKED)[number],
): Promise<Exchange> {
  const nonce = gateway.nonce();
  if (gateway.upstream.isPresent) await gateway.upstream.script(nonce, [ANSWER]);
  const prompt = `Describe Oslo in JSON: its city, its size (small or large), and whether it has a harbour. ${nonce}`;
  const also = { response_format: format };
  return gateway.send(legal(chatRequest(gateway.expect, { prompt, stream, also })));
}
