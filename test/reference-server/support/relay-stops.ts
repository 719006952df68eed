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
  startEvents,
  startUnboundRelay,
} from './provider.ts';
import { CHAT, type Started } from './start.ts';

/** What a fault changes, as its caller and the provider see it. */
interface Stop {
  readonly fault: string;
  /** What a clean gateway shows. */
  readonly clean: unknown;
  see(faults: readonly string[]): Promise<unknown>;
}

const PATH = '/chat/completions';
const STREAM = { ...CHAT, stream: true };

const good: Script = ({ headers }, response) => {
  if (headers.accept === 'text/event-stream') {
    sendEvents(response, chatEvent('one '), chatEvent('two '), chatEvent('three'), FINISH, DONE);
  } else sendJson(response, chatAnswer(' ok '));
};

const refusing =
  (status: number): Script =>
  (_, response) =>
    sendJson(response, { error: { message: 'No.' } }, status);

/** Starts a gateway with these faults and a provider, and returns what `look` sees. */
function stop(
  fault: string,
  script: Script,
  clean: unknown,
  look: (gateway: Started, provider: Provider) => Promise<unknown>,
): Stop {
  return {
    fault,
    clean,
    async see(faults) {
      const { gateway, provider, close } = await startUnboundRelay(script, { faults });
      try {
        return await look(gateway, provider);
      } finally {
        await close();
      }
    },
  };
}

async function askAll(gateway: Started, count: number, json: object): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await (await gateway.ask(PATH, { json })).text();
}

async function statusOf(gateway: Started, json: object): Promise<number> {
  return (await gateway.ask(PATH, { json })).status;
}

async function readStream(gateway: Started) {
  return readChat(await (await gateway.ask(PATH, { json: STREAM })).text());
}

/** Whether the provider sees the disconnect of a client soon. */
async function seesDeparture(gateway: Started, provider: Provider, json: object, read: boolean) {
  const controller = new AbortController();
  const asked = gateway.ask(PATH, { json, signal: controller.signal });
  asked.catch(() => {});
  if (read) await (await asked).body?.getReader().read();
  while (provider.requests.length === 0) await sleep(5);
  controller.abort();
  const departed = provider.requests[0]?.departed.then(() => true);
  return await Promise.race([departed, sleep(300, false)]);
}

const endless: Script = async (_, response) => {
  startEvents(response);
  while (!response.destroyed) {
    response.write(chatEvent('x '));
    await sleep(10);
  }
};

export const STOPS: readonly Stop[] = [
  stop('relay-double-send', good, 12, async (gateway, provider) => {
    await askAll(gateway, 12, CHAT);
    return provider.requests.length;
  }),
  stop('relay-drop-token', good, { content: 'one two three', ends: '[DONE]' }, readStream),
  stop('relay-replay-calls', good, 1, async (gateway, provider) => {
    for (let sent = 0; sent < 2; sent += 1) {
      await (await gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' })).text();
    }
    await sleep(50);
    return provider.requests.length;
  }),
  stop('relay-call-before-auth', good, [401, 0], async (gateway, provider) => {
    const { status } = await gateway.ask(PATH, { json: CHAT, key: 'wrong' });
    return [status, provider.requests.length];
  }),
  stop('relay-forward-key', good, false, async (gateway, provider) => {
    await askAll(gateway, 1, CHAT);
    return JSON.stringify(provider.requests[0]?.headers).includes(gateway.keys[0]);
  }),
  stop('relay-trim-answer', good, ' ok ', async (gateway) => {
    const answer: unknown = await (await gateway.ask(PATH, { json: CHAT })).json();
    return dig(answer, 'choices', 0, 'message', 'content');
  }),
  stop('relay-usage-estimated', good, 11, async (gateway) => {
    const answer: unknown = await (await gateway.ask(PATH, { json: CHAT })).json();
    return dig(answer, 'usage', 'completion_tokens');
  }),
  stop(
    'relay-buffer-all',
    async (_, response) => {
      startEvents(response);
      response.write(chatEvent('one '));
      await sleep(150);
      response.end(chatEvent('two') + FINISH + DONE);
    },
    false,
    async (gateway) => {
      const answer = await gateway.ask(PATH, { json: STREAM });
      const first = await answer.body?.getReader().read();
      return Buffer.from(first?.value ?? []).includes('two');
    },
  ),
  stop(
    'relay-clean-end-on-cut',
    (_, response) => sendEvents(response, chatEvent('one ')),
    false,
    async (gateway) => (await readStream(gateway)).ends === '[DONE]',
  ),
  stop('relay-drain-upstream', endless, true, (gateway, provider) =>
    seesDeparture(gateway, provider, STREAM, true),
  ),
  stop('relay-500-as-200', refusing(500), 502, (gateway) => statusOf(gateway, CHAT)),
  stop('relay-429-as-500', refusing(429), 429, (gateway) => statusOf(gateway, CHAT)),
  stop('relay-retry-400', refusing(400), [400, 1], async (gateway, provider) => [
    await statusOf(gateway, CHAT),
    provider.requests.length,
  ]),
  stop('relay-retry-storm', refusing(503), [503, 1], async (gateway, provider) => [
    await statusOf(gateway, STREAM),
    provider.requests.length,
  ]),
  stop('relay-trim-prompt', good, ' Ça va?\n', async (gateway, provider) => {
    await askAll(gateway, 1, { ...CHAT, messages: [{ role: 'user', content: ' Ça va?\n' }] });
    const body: unknown = JSON.parse(String(provider.requests[0]?.body));
    return dig(body, 'messages', 0, 'content');
  }),
];
