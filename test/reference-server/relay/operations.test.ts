import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dig } from '../support/dig.ts';
import { eventOf, type Script, sendEvents, sendJson, startRelay } from '../support/provider.ts';
import { readEvents } from '../support/start.ts';
import { FORM, field, file, form, largeForm, upload } from '../support/upload.ts';

const RESPONSES = { model: 'ref-responses', input: 'Tell me more.' };
const RESPONSE = { id: 'resp_1', object: 'response', status: 'completed', output: [] };

test('relay: a response arrives as the provider gave it', async () => {
  const { gateway, provider } = await startRelay((_, response) => sendJson(response, RESPONSE));
  const answer = await gateway.ask('/responses', { json: RESPONSES });
  expect(await answer.json()).toEqual(RESPONSE);
  expect(provider.requests[0]?.path).toBe('/responses');
});

const CREATED = { type: 'response.created', sequence_number: 0, response: RESPONSE };
const DELTA = { type: 'response.output_text.delta', sequence_number: 1, delta: 'Ça' };
const COMPLETED = { type: 'response.completed', sequence_number: 2, response: RESPONSE };

test('relay: the stream of a response is complete with its last event', async () => {
  const { gateway } = await startRelay((_, response) => {
    const events = [CREATED, DELTA, COMPLETED].map(
      (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    sendEvents(response, ...events, 'data: [DONE]\n\n', eventOf({}));
  });
  const answer = await gateway.ask('/responses', { json: { ...RESPONSES, stream: true } });
  expect(await readEvents(answer)).toEqual(
    [CREATED, DELTA, COMPLETED].map((data) => ({ name: data.type, data })),
  );
  expect(await gateway.effects()).toBe(1);
});

test('relay: the stream of a response that is cut ends with an error event', async () => {
  const { gateway } = await startRelay((_, response) => {
    sendEvents(response, `data: ${JSON.stringify(CREATED)}\n\ndata: ${JSON.stringify(DELTA)}\n\n`);
  });
  const answer = await gateway.ask('/responses', { json: { ...RESPONSES, stream: true } });
  const events = await readEvents(answer);
  expect(events.map(({ name }) => name)).toEqual([CREATED.type, DELTA.type, 'error']);
  expect(events[2]?.data).toMatchObject({ type: 'error', sequence_number: 2 });
  expect(await gateway.effects()).toBe(0);
});

test('relay: an image of 8 MiB arrives unchanged', async () => {
  const image = randomBytes(8 * 1024 * 1024).toString('base64');
  const { gateway } = await startRelay((_, response) =>
    sendJson(response, { created: 1, data: [{ b64_json: image }] }),
  );
  const json = { model: 'ref-image', prompt: 'A boat.' };
  const answer = await gateway.ask('/images/generations', { json });
  expect(dig(await answer.json(), 'data', 0, 'b64_json') === image).toBe(true);
});

const MODEL = field('model', 'ref-transcription');

test('relay: an upload reaches the provider byte for byte, with its file name', async () => {
  const content = randomBytes(3 * 1024 * 1024).toString('latin1');
  const { gateway, provider } = await startRelay((_, response) =>
    sendJson(response, { text: 'Heard.' }),
  );
  const sent = form(MODEL, file(content, 'file', String.raw`Ça \"va\".wav`));
  const answer = await upload(gateway, { contentType: FORM, body: [sent] });
  expect(answer.body).toEqual({ text: 'Heard.' });
  const [request] = provider.requests;
  expect(request?.body.equals(sent)).toBe(true);
  expect(request?.headers['content-type']).toBe(FORM);
});

test('relay: an upload that is too large does not reach the provider', async () => {
  const { gateway, provider } = await startRelay(() => {});
  const body = largeForm(25 * 1024 * 1024 + 1);
  expect((await upload(gateway, { contentType: FORM, body })).status).toBe(413);
  expect(provider.requests).toHaveLength(0);
});

/** A job that runs until it is cancelled or read `reads` times. */
function videoProvider(reads: number): Script {
  let read = 0;
  let isCancelled = false;
  return ({ method, path }, response) => {
    if (path.endsWith('/content')) {
      response.writeHead(200, { 'content-type': 'video/mp4' });
      response.end(Buffer.from([0, 1, 2, 255]));
      return;
    }
    if (method === 'DELETE') isCancelled = true;
    if (method === 'GET') read += 1;
    const running = read < reads ? 'in_progress' : 'completed';
    const status = isCancelled ? 'cancelled' : running;
    const content_url = `http://provider.test/videos/vid%2F1/content`;
    sendJson(response, { id: 'vid/1', object: 'video', status, content_url });
  };
}

const VIDEO = { model: 'ref-video', prompt: 'A boat.' };
const JOB = '/videos/vid%2F1';

test('relay: the state and the content of a job are those of the provider', async () => {
  const { gateway, provider } = await startRelay(videoProvider(2));
  const created: unknown = await (await gateway.ask('/videos', { json: VIDEO })).json();
  expect(created).toEqual({
    id: 'vid/1',
    object: 'video',
    status: 'in_progress',
    content_url: null,
  });
  expect(dig(await (await gateway.ask(JOB)).json(), 'status')).toBe('in_progress');
  const done: unknown = await (await gateway.ask(JOB)).json();
  expect(done).toMatchObject({ status: 'completed', content_url: `${JOB}/content` });
  const content = await gateway.ask(`${JOB}/content`);
  expect(content.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await content.arrayBuffer())).toEqual(Buffer.from([0, 1, 2, 255]));
  expect((await gateway.ask(JOB, { key: gateway.keys[1] })).status).toBe(404);
  expect((await gateway.ask('/videos/other')).status).toBe(404);
  const calls = provider.requests.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(['POST /videos', `GET ${JOB}`, `GET ${JOB}`, `GET ${JOB}/content`]);
});

test('relay: a job is cancelled at the provider once', async () => {
  const { gateway, provider } = await startRelay(videoProvider(99));
  await (await gateway.ask('/videos', { json: VIDEO })).json();
  const cancel = async (): Promise<unknown> =>
    (await gateway.ask(JOB, { method: 'DELETE' })).json();
  const states = await Promise.all([cancel(), cancel(), cancel()]);
  await sleep(5);
  states.push(await cancel());
  expect(states.map((state) => dig(state, 'status'))).toEqual(states.map(() => 'cancelled'));
  expect(provider.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('relay: a cancel that fails can be repeated', async () => {
  const job = videoProvider(99);
  let failures = 0;
  const { gateway, provider } = await startRelay((request, response, count) => {
    if (request.method !== 'DELETE' || failures === 1) return job(request, response, count);
    failures += 1;
    sendJson(response, {}, 503);
  });
  await (await gateway.ask('/videos', { json: VIDEO })).json();
  expect((await gateway.ask(JOB, { method: 'DELETE' })).status).toBe(503);
  expect((await gateway.ask(JOB, { method: 'DELETE' })).status).toBe(200);
  expect(provider.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});
