import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { dig } from './dig.ts';
import { type Provider, type ProviderRequest, readChat } from './provider.ts';
import { CHAT, type Started } from './start.ts';
import { FORM, field, file, form, upload } from './upload.ts';

export const PATH = '/chat/completions';
export const STREAM = { ...CHAT, stream: true };

export async function askAll(gateway: Started, count: number, json: object): Promise<void> {
  for (let at = 0; at < count; at += 1) await (await gateway.ask(PATH, { json })).text();
}

export async function statusOf(gateway: Started, json: object): Promise<number> {
  return (await gateway.ask(PATH, { json })).status;
}

export async function readStream(gateway: Started) {
  return readChat(await (await gateway.ask(PATH, { json: STREAM })).text());
}

/** A gateway that has not disconnected by then reads on; on a busy machine it disconnects late. */
const STILL_READING_MS = 3000;

/** Whether the provider sees the disconnect of a client soon. */
export async function seesDisconnect(
  gateway: Started,
  provider: Provider,
  json: object,
  read: boolean,
) {
  const controller = new AbortController();
  const asked = gateway.ask(PATH, { json, signal: controller.signal });
  asked.catch(() => {});
  if (read) await (await asked).body?.getReader().read();
  while (provider.requests.length === 0) await sleep(5);
  controller.abort();
  const disconnected = provider.requests[0]?.disconnected.then(() => true);
  return await Promise.race([disconnected, sleep(STILL_READING_MS, false)]);
}

export async function bodyOf(gateway: Started): Promise<unknown> {
  return await (await gateway.ask(PATH, { json: CHAT })).json();
}

export async function textOf(gateway: Started, json: object): Promise<string> {
  return await (await gateway.ask(PATH, { json })).text();
}

/** A member of the request that the provider gets. */
export async function memberSent(
  gateway: Started,
  provider: Provider,
  json: object,
  member: string,
) {
  await askAll(gateway, 1, json);
  const body: unknown = JSON.parse(String(provider.requests[0]?.body));
  return dig(body, member);
}

/** Whether the content and the name of a file reach the provider unchanged. */
export async function uploaded(gateway: Started, provider: Provider): Promise<readonly boolean[]> {
  const content = 'RIFF\xff\xfe\r\n\x00';
  const body = form(field('model', 'ref-transcription'), file(content, 'file', 'Odd name.wav'));
  await upload(gateway, { contentType: FORM, body: [body] });
  const received = provider.requests[0]?.body.toString('latin1') ?? '';
  return [received.includes(content), received.includes('filename="Odd name.wav"')];
}

export const IMAGE = { model: 'ref-image', prompt: 'A boat.' };
export const RESPONSE = { model: 'ref-chat', input: 'A boat?' };
export const VIDEO = { model: 'ref-video', prompt: 'A boat.' };
export const ROLES = [
  { role: 'system', content: 'Be short.' },
  { role: 'user', content: 'One?' },
  { role: 'assistant', content: 'Two.' },
];

/** A chat with headers that `fetch` does not send. */
export async function askWith(
  { address, keys }: Started,
  headers: Readonly<Record<string, string>>,
) {
  const common = { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' };
  const options = { method: 'POST', headers: { ...common, ...headers } };
  const asked = request(address + PATH, options);
  asked.end(JSON.stringify(CHAT));
  const [answer] = await once(asked, 'response');
  answer.resume();
  await once(answer, 'end');
}

/** Whether the gateway takes no more of an answer for a second, before its end. */
export async function stops({ response }: ProviderRequest): Promise<boolean> {
  for (let [taken, still] = [-1, 0]; still < 12; await sleep(250)) {
    if (response.writableFinished) return false;
    const now = response.socket?.bytesWritten ?? 0;
    still = now === taken ? still + 1 : 0;
    taken = now;
  }
  return true;
}
