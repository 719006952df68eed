import { randomUUID } from 'node:crypto';
import { chatBody, chatEvents } from './chat.ts';
import type { Gateway } from './gateway.ts';
import { checkChat } from './handlers/chat.ts';
import type { Hooks } from './hooks.ts';
import { checkKey, claimAtOnce, judgeRetry, nameRecord } from './idempotency.ts';
import { parseObject } from './json.ts';
import type { Refusal } from './refusal.ts';
import { type Answer, encodeJson, type PlannedEvent } from './result.ts';
import { findRoute } from './routes.ts';
import { generate } from './text.ts';

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const;

/** The hooks of a gateway without faults and variants. */
export function cleanHooks(gateway: Omit<Gateway, 'hooks'>): Hooks {
  const { settings, tenants, records, ledger } = gateway;
  const steps: Pick<Hooks, 'nameRecord' | 'lookUp' | 'begin'> = {
    nameRecord,
    lookUp: (name, retryable) => judgeRetry(records.get(name), retryable),
    begin: (name, { fingerprint }) => ({ kind: 'fresh', claim: records.begin(name, fingerprint) }),
  };
  return {
    ...steps,
    authorize: (caller) => tenants.authorize(caller),
    findRoute,
    readKey: checkKey,
    parseJson: parseObject,
    checkChat,
    claim: (retryable) => claimAtOnce(steps, retryable),
    charge: (key) => ledger.charge(key),
    whenCallerLeaves: (keyed) => (keyed ? 'go-on' : 'stop'),
    wantsStream: ({ stream }) => stream === true,
    newId: (prefix) => prefix + randomUUID().replaceAll('-', ''),
    timestamp: () => Math.floor(Date.now() / 1000),
    generate: (prompt) => generate(prompt, settings.tokens, settings.seed),
    presentChat: chatBody,
    planChat: chatEvents,
    presentRefusal,
    answer: (answer) => answer,
    encode: encodeJson,
    streamHeaders: () => STREAM_HEADERS,
    frame,
  };
}

function presentRefusal({ status, headers, message, type, param, code }: Refusal): Answer {
  return { status, headers, body: { error: { message, type, param, code } } };
}

function frame({ name, data }: PlannedEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return name === undefined ? `data: ${text}\n\n` : `event: ${name}\ndata: ${text}\n\n`;
}
