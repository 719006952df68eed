import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { dig } from './dig.ts';
import {
  chatAnswer,
  chatEvent,
  DONE,
  eventOf,
  FINISH,
  type Script,
  sendEvents,
  sendJson,
  startEvents,
} from './provider.ts';

export const LARGE = 'x'.repeat(100_000);

export const good: Script = ({ headers }, response) => {
  if (headers.accept === 'text/event-stream') {
    sendEvents(response, chatEvent('one '), chatEvent('two '), chatEvent('three'), FINISH, DONE);
  } else sendJson(response, chatAnswer(' ok '));
};

export const refusing =
  (status: number): Script =>
  (_, response) =>
    sendJson(response, { error: { message: 'No.' } }, status);

export const endless: Script = async (_, response) => {
  startEvents(response);
  while (!response.destroyed) {
    response.write(chatEvent('x '));
    await sleep(10);
  }
};

export const slowly: Script = async (_, response) => {
  await sleep(200);
  sendJson(response, chatAnswer('ok'));
};
export const hearing: Script = (_, response) => sendJson(response, { text: 'Heard.' });
export const echoing: Script = ({ headers }, response) => {
  const text = headers.authorization ?? '';
  if (headers.accept === 'text/event-stream') sendEvents(response, chatEvent(text), FINISH, DONE);
  else sendJson(response, { error: { message: text } }, 400);
};
export const finishing =
  (reason: string): Script =>
  (_, response) => {
    const message = { role: 'assistant', content: 'x' };
    sendJson(response, { id: 'a', choices: [{ index: 0, message, finish_reason: reason }] });
  };
export const calling: Script = (_, response) => {
  const delta = {
    tool_calls: [{ index: 1, id: 'call_1', function: { name: 'f', arguments: '' } }],
  };
  sendEvents(response, eventOf({ choices: [{ index: 0, delta }] }), FINISH, DONE);
};
export const refusingPolitely: Script = (_, response) => {
  const message = { role: 'assistant', content: null, refusal: 'No.' };
  sendJson(response, { id: 'a', choices: [{ index: 0, message, finish_reason: 'stop' }] });
};
export const splitting: Script = async (_, response) => {
  const text = Buffer.from(chatEvent('a🌍b') + FINISH + DONE);
  const at = text.indexOf('🌍') + 2;
  startEvents(response);
  response.write(text.subarray(0, at));
  await sleep(50);
  response.end(text.subarray(at));
};
export const crlf: Script = (_, response) =>
  sendEvents(response, `${chatEvent('x')}${FINISH}${DONE}`.replaceAll('\n', '\r\n'));
export const large: Script = (_, response) => sendEvents(response, chatEvent(LARGE), FINISH, DONE);
export const emptyChoices: Script = (_, response) =>
  sendEvents(response, eventOf({ choices: [], usage: {} }), chatEvent('x'), FINISH, DONE);
export const drawing: Script = (_, response) =>
  sendJson(response, { data: [{ b64_json: 'AAEC' }] });
export const compressing: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(JSON.stringify(chatAnswer('x'))));
};
export const tokenByToken: Script = async (_, response) => {
  startEvents(response);
  for (let token = 0; token < 40; token += 1) {
    response.write(chatEvent('x '));
    await sleep(5);
  }
  response.end(FINISH + DONE);
};
export const repeating: Script = ({ body }, response) => {
  const content = dig(JSON.parse(body.toString()), 'messages', 0, 'content');
  sendJson(response, chatAnswer(String(content)));
};
export const failingMidStream: Script = (_, response) =>
  sendEvents(response, chatEvent('one '), 'data: {"error":{"message":"No."}}\n\n');
export const cutOnce: Script = (_, response, count) => {
  if (count === 0) sendEvents(response, chatEvent('one '));
  else sendEvents(response, chatEvent('other'), FINISH, DONE);
};
export const limiting: Script = (_, response) => {
  response.writeHead(429, { 'retry-after': '7' });
  response.end();
};
export const html: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>');
};
export const redirecting: Script = ({ headers }, response, count) => {
  if (count > 0) sendJson(response, chatAnswer('x'));
  else {
    response.writeHead(307, { location: `http://${headers.host}/elsewhere` });
    response.end();
  }
};
/** More than all buffers on the way hold. */
export const flooding: Script = (_, response) => {
  startEvents(response);
  Readable.from(Array.from({ length: 600 }, () => chatEvent('x'.repeat(60_000)))).pipe(response);
};
export const job: Script = ({ method }, response, count) => {
  const status = method === 'DELETE' ? 'cancelled' : `state ${count}`;
  sendJson(response, { id: 'v', object: 'video', status, progress: 40 });
};
export const closingOnReuse: Script = ({ connection }, response, count) => {
  if (count > 0 && connection === 0) response.socket?.destroy();
  else sendJson(response, chatAnswer('ok'));
};
export const unfinished: Script = (_, response) =>
  sendJson(response, { id: 'r', object: 'response', status: 'incomplete', output: [] });
export const cached: Script = (_, response) => {
  const usage = { prompt_tokens: 7, prompt_tokens_details: { cached_tokens: 5 } };
  sendJson(response, { ...chatAnswer('ok'), usage });
};
export const drawingTwo: Script = (_, response) =>
  sendJson(response, { data: [{ b64_json: 'AAEC' }, { b64_json: 'AwQF' }] });
export const smiling: Script = (_, response) =>
  sendEvents(response, chatEvent('a😀b'), FINISH, DONE);
export const largeDelta: Script = (_, response) => {
  const delta = { type: 'response.output_text.delta', delta: LARGE };
  sendEvents(response, eventOf(delta), eventOf({ type: 'response.completed', response: {} }));
};

export const counting: Script = (_, response) =>
  sendJson(response, { data: [{ b64_json: 'AAEC' }], usage: { output_tokens: 4 } });
/** A second passes after the first piece of a response. */
export const pausing: Script = async (_, response) => {
  startEvents(response);
  response.write(eventOf({ type: 'response.output_text.delta', delta: 'one' }));
  await sleep(1000);
  response.end();
};
/** No double is this number. */
export const ARGUMENTS = '{"number":9007199254740993}';
export const callingWith =
  (given: string): Script =>
  (_, response) => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: given } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    sendJson(response, { id: 'a', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
  };
export const callingOnce = callingWith(ARGUMENTS);
export const resetting: Script = (_, response) => {
  response.socket?.destroy();
};
/** The first request creates a job; this script answers all others. */
export const unreadable =
  (then: Script): Script =>
  (request, response, count) => {
    if (count === 0) job(request, response, count);
    else then(request, response, count);
  };
export const filming: Script = (request, response, count) => {
  if (!request.path.endsWith('/content')) return job(request, response, count);
  response.writeHead(200, { 'content-type': 'video/mp4' });
  response.end(Buffer.from('a video \xff', 'latin1'));
};
export const revising: Script = (_, response) =>
  sendJson(response, { data: [{ b64_json: 'AAEC', revised_prompt: 'A red circle.' }] });
