import { setTimeout as sleep } from 'node:timers/promises';
import { dig } from './dig.ts';
import {
  chatAnswer,
  chatEvent,
  DONE,
  FINISH,
  type Provider,
  readChat,
  type Script,
  sendEvents,
  sendJson,
  startUnboundRelay,
} from './provider.ts';
import { CHAT, type Started } from './start.ts';
import { FORM, field, file, form, upload } from './upload.ts';

/** What a relay variant changes, as its client or the provider sees it. */
interface OddRelay {
  readonly id: string;
  readonly clean: unknown;
  readonly odd: unknown;
  see(variants: readonly string[]): Promise<unknown>;
}

const PATH = '/chat/completions';
const STREAM = { ...CHAT, stream: true };
const FUNCTION = { type: 'function', function: { name: 'f' } };
const TEXT = { ...CHAT, messages: [{ role: 'user', content: 'Ça va?' }] };

function odd(
  id: string,
  script: Script,
  [clean, shown]: readonly [clean: unknown, odd: unknown],
  look: (gateway: Started, provider: Provider) => Promise<unknown>,
): OddRelay {
  return {
    id,
    clean,
    odd: shown,
    async see(variants) {
      const { gateway, provider, close } = await startUnboundRelay(script, { variants });
      try {
        return await look(gateway, provider);
      } finally {
        await close();
      }
    },
  };
}

async function ask(gateway: Started, json: object = CHAT): Promise<string> {
  return await (await gateway.ask(PATH, { json })).text();
}

async function status(gateway: Started): Promise<number> {
  return (await gateway.ask(PATH, { json: CHAT })).status;
}

/** Number of events with text. */
async function tokens(gateway: Started): Promise<number> {
  return (await ask(gateway, STREAM)).match(/"content":"[^"]/g)?.length ?? 0;
}

/** A member of the JSON that the provider gets. */
async function member(gateway: Started, provider: Provider, json: object, name: string) {
  await ask(gateway, json);
  return dig(JSON.parse(String(provider.requests[0]?.body)), name);
}

/** A header that the provider gets. */
async function header(gateway: Started, provider: Provider, name: string) {
  const asked = await gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' });
  await asked.text();
  const value = provider.requests[0]?.headers[name];
  return typeof value === 'string' && value.length > 12 ? value.length : value;
}

const VIDEO = { model: 'ref-video', prompt: 'A boat.' };

const good: Script = ({ headers }, response) => {
  if (headers.accept === 'text/event-stream') {
    sendEvents(response, chatEvent('one '), chatEvent('two '), chatEvent('three'), FINISH, DONE);
  } else sendJson(response, chatAnswer(' ok '));
};

const refusing =
  (refusal: number): Script =>
  (_, response) =>
    sendJson(response, { error: { message: 'No.' } }, refusal);

const hearing: Script = (_, response) => sendJson(response, { text: 'Heard.' });

const job: Script = ({ method }, response, count) => {
  const state = method === 'DELETE' ? 'cancelled' : `state ${count}`;
  sendJson(response, { id: 'v', object: 'video', status: state, progress: 40 });
};

const failingOnce =
  (first: number, headers: Readonly<Record<string, string>>): Script =>
  (_, response, count) => {
    if (count > 0) {
      sendJson(response, chatAnswer('ok'));
      return;
    }
    response.writeHead(first, headers);
    response.end();
  };

const named: Script = ({ body }, response) =>
  sendJson(response, { ...chatAnswer('ok'), model: dig(JSON.parse(body.toString()), 'model') });

const cut: Script = (_, response) => sendEvents(response, chatEvent('one '));

const together: Script = (_, response) =>
  sendEvents(response, chatEvent('one ') + chatEvent('two ') + FINISH + DONE);

const limited: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-limit': '9' });
  response.end(JSON.stringify(chatAnswer('ok')));
};

export const ODD_RELAYS: readonly OddRelay[] = [
  odd('relay-retries-503', failingOnce(503, {}), [503, 200], status),
  odd('relay-waits-for-429', failingOnce(429, { 'retry-after': '0' }), [429, 200], status),
  odd('relay-splits-tokens', together, [2, 4], tokens),
  odd('relay-own-ids', good, ['chatcmpl-1', 'gateway:'], async (gateway) =>
    String(dig(JSON.parse(await ask(gateway)), 'id')).replace(/:.*/, ':'),
  ),
  odd('relay-adds-usage', good, [undefined, { include_usage: true }], (gateway, provider) =>
    member(gateway, provider, STREAM, 'stream_options'),
  ),
  odd('relay-forwards-idempotency-key', good, [undefined, 'k'], (gateway, provider) =>
    header(gateway, provider, 'idempotency-key'),
  ),
  odd('relay-traces', good, [undefined, 55], (gateway, provider) =>
    header(gateway, provider, 'traceparent'),
  ),
  odd('relay-passes-headers', limited, [null, '9'], async (gateway) =>
    (await gateway.ask(PATH, { json: CHAT })).headers.get('x-ratelimit-limit'),
  ),
  odd('relay-writes-json-anew', good, ['{"model', '{\n  "me'], async (gateway, provider) => {
    await ask(gateway);
    return provider.requests[0]?.body.toString().slice(0, 7);
  }),
  odd(
    'relay-content-parts',
    good,
    [TEXT.messages, [{ role: 'user', content: [{ type: 'text', text: 'Ça va?' }] }]],
    (gateway, provider) => member(gateway, provider, TEXT, 'messages'),
  ),
  odd('relay-states-defaults', good, [undefined, 'auto'], (gateway, provider) =>
    member(gateway, provider, { ...CHAT, tools: [FUNCTION] }, 'tool_choice'),
  ),
  odd('relay-accepts-gzip', good, ['identity', 23], (gateway, provider) =>
    header(gateway, provider, 'accept-encoding'),
  ),
  odd('relay-chunked-requests', good, [undefined, 'chunked'], (gateway, provider) =>
    header(gateway, provider, 'transfer-encoding'),
  ),
  odd('relay-same-5xx', refusing(529), [503, 529], status),
  odd('relay-plain-429', refusing(429), ['1', null], async (gateway) =>
    (await gateway.ask(PATH, { json: CHAT })).headers.get('retry-after'),
  ),
  odd('relay-500-for-401', refusing(401), [502, 500], status),
  odd(
    'relay-model-alias',
    named,
    [CHAT.model, `provider/${CHAT.model}`],
    async (gateway, provider) => {
      const answer = await ask(gateway);
      if (dig(JSON.parse(answer), 'model') !== CHAT.model) throw new Error(answer);
      return dig(JSON.parse(String(provider.requests[0]?.body)), 'model');
    },
  ),
  odd('relay-cut-without-event', cut, [true, false], async (gateway) =>
    readChat(await ask(gateway, STREAM)).ends.includes('error'),
  ),
  odd('relay-sparse-chunks', good, [true, false], async (gateway) =>
    (await ask(gateway, STREAM)).includes('null'),
  ),
  odd('relay-form-boundary', hearing, [true, false], async (gateway, provider) => {
    const body = form(field('model', 'ref-transcription'), file('RIFF\xff'));
    await upload(gateway, { contentType: FORM, body: [body] });
    const { body: received, headers } = provider.requests[0] ?? {};
    const boundary = /boundary=(.*)/.exec(headers?.['content-type'] ?? '')?.[1] ?? '';
    if (received?.includes(`--${boundary}--`) !== true) throw new Error('The form has no end.');
    return received.equals(body);
  }),
  odd('relay-cancels-later', job, [1, 0], async (gateway, provider) => {
    const cancels = () => provider.requests.filter(({ method }) => method === 'DELETE').length;
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    await (await gateway.ask('/videos/v', { method: 'DELETE' })).text();
    const atOnce = cancels();
    for (let looks = 0; cancels() !== 1; looks += 1) {
      if (looks === 100) throw new Error('The provider got no cancel.');
      await sleep(20);
    }
    return atOnce;
  }),
  odd('relay-polls-videos', job, [2, 1], async (gateway, provider) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    for (let read = 0; read < 2; read += 1) await (await gateway.ask('/videos/v')).text();
    return provider.requests.filter(({ method }) => method === 'GET').length;
  }),
];
