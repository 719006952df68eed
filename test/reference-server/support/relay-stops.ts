import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { dig } from './dig.ts';
import {
  chatAnswer,
  chatEvent,
  closedPort,
  DONE,
  FINISH,
  type Provider,
  type Script,
  sendEvents,
  sendJson,
  startEvents,
  startUnboundRelay,
  UPSTREAM_KEY,
} from './provider.ts';
import {
  askAll,
  askWith,
  bodyOf,
  IMAGE,
  memberSent,
  PATH,
  RESPONSE,
  ROLES,
  readStream,
  STREAM,
  seesDisconnect,
  statusOf,
  stops,
  textOf,
  uploaded,
  VIDEO,
} from './relay-looks.ts';
import {
  ARGUMENTS,
  cached,
  calling,
  callingOnce,
  callingWith,
  closingOnReuse,
  compressing,
  counting,
  crlf,
  cutOnce,
  drawing,
  drawingTwo,
  echoing,
  emptyChoices,
  endless,
  failingMidStream,
  filming,
  finishing,
  flooding,
  good,
  hearing,
  html,
  job,
  LARGE,
  large,
  largeDelta,
  limiting,
  pausing,
  redirecting,
  refusing,
  refusingPolitely,
  repeating,
  resetting,
  revising,
  slowly,
  smiling,
  splitting,
  tokenByToken,
  unfinished,
  unreadable,
} from './relay-scripts.ts';
import { CHAT, type Started, startUnbound } from './start.ts';
import { FORM, field, file, form, upload } from './upload.ts';

/** Longer than each limit of a fault that cuts. */
const LONG_TEXT = 'a'.repeat(70_000);

/** What a fault changes, as its caller and the provider see it. */
interface Stop {
  readonly fault: string;
  /** What a clean gateway shows. */
  readonly clean: unknown;
  see(faults: readonly string[]): Promise<unknown>;
}

/** Starts a gateway with these faults and a provider, and returns what `look` sees. */
function stop(
  fault: string,
  script: Script,
  clean: unknown,
  look: (gateway: Started, provider: Provider) => Promise<unknown>,
  options: ReferenceOptions = {},
): Stop {
  return {
    fault,
    clean,
    async see(faults) {
      const { gateway, provider, close } = await startUnboundRelay(script, { ...options, faults });
      try {
        return await look(gateway, provider);
      } finally {
        await close();
      }
    },
  };
}

/** The status with which a read of a new job is answered. */
async function jobStatus(gateway: Started): Promise<number> {
  await (await gateway.ask('/videos', { json: VIDEO })).text();
  return (await gateway.ask('/videos/v')).status;
}

export const STOPS: readonly Stop[] = [
  stop('relay-double-send', good, 12, async (gateway, provider) => {
    await askAll(gateway, 12, CHAT);
    return provider.requests.length;
  }),
  stop('relay-drop-token', good, { content: 'one two three', ends: '[DONE]' }, readStream),
  stop('relay-replay-calls', good, 1, async (gateway, provider) => {
    for (let at = 0; at < 2; at += 1) {
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
    seesDisconnect(gateway, provider, STREAM, true),
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
  stop('relay-key-race', slowly, [1, 409], async (gateway, provider) => {
    const requests = [1, 2].map(() => gateway.ask(PATH, { json: CHAT, idempotencyKey: 'k' }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    return [provider.requests.length, Math.max(...statuses)];
  }),
  stop('relay-key-shared', good, 2, async (gateway, provider) => {
    for (const key of gateway.keys) {
      await (await gateway.ask(PATH, { json: CHAT, key, idempotencyKey: 'k' })).text();
    }
    return provider.requests.length;
  }),
  stop('relay-drop-temperature', good, 0.3, (gateway, provider) =>
    memberSent(gateway, provider, { ...CHAT, temperature: 0.3 }, 'temperature'),
  ),
  stop('relay-drop-unknown', good, 'kept', (gateway, provider) =>
    memberSent(gateway, provider, { ...CHAT, x_assay: 'kept' }, 'x_assay'),
  ),
  stop('relay-stream-from-sync', good, true, (gateway, provider) =>
    memberSent(gateway, provider, STREAM, 'stream'),
  ),
  stop('relay-merge-roles', good, ROLES, (gateway, provider) =>
    memberSent(gateway, provider, { ...CHAT, messages: ROLES }, 'messages'),
  ),
  stop('relay-file-text-mode', hearing, [true, true], uploaded),
  stop('relay-file-renamed', hearing, [true, true], uploaded),
  stop('relay-leak-upstream-key', echoing, [], async (gateway) => {
    const answers = [
      await gateway.ask(PATH, { json: CHAT }),
      await gateway.ask(PATH, { json: STREAM }),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    return texts.filter((text) => text.includes(UPSTREAM_KEY));
  }),
  stop('relay-forward-hop', good, [undefined, undefined], async (gateway, provider) => {
    const named = { connection: 'keep-alive, x-nonce', 'x-nonce': '1', te: 'trailers' };
    await askWith(gateway, named);
    const { headers } = provider.requests[0] ?? {};
    return [headers?.['x-nonce'], headers?.te];
  }),
  stop('relay-forward-cookies', good, undefined, async (gateway, provider) => {
    await (await gateway.ask(PATH, { json: CHAT, headers: { cookie: 'a=1' } })).text();
    return provider.requests[0]?.headers.cookie;
  }),
  stop('relay-finish-always-stop', finishing('length'), 'length', async (gateway) =>
    dig(await bodyOf(gateway), 'choices', 0, 'finish_reason'),
  ),
  stop('relay-tool-index-zero', calling, true, async (gateway) =>
    (await textOf(gateway, STREAM)).includes('"index":1'),
  ),
  stop('relay-drop-refusal', refusingPolitely, 'No.', async (gateway) =>
    dig(await bodyOf(gateway), 'choices', 0, 'message', 'refusal'),
  ),
  stop(
    'relay-decode-per-chunk',
    splitting,
    'a🌍b',
    async (gateway) => (await readStream(gateway)).content,
  ),
  stop('relay-naive-split', crlf, { content: 'x', ends: '[DONE]' }, readStream),
  stop(
    'relay-cap-line',
    large,
    LARGE.length,
    async (gateway) => (await readStream(gateway)).content.length,
  ),
  stop('relay-choices-zero', emptyChoices, { content: 'x', ends: '[DONE]' }, readStream),
  stop('relay-image-reencoded', drawing, 'AAEC', async (gateway) => {
    const answer: unknown = await (
      await gateway.ask('/images/generations', { json: IMAGE })
    ).json();
    return dig(answer, 'data', 0, 'b64_json');
  }),
  stop('relay-gzip-mislabelled', compressing, true, async (gateway) =>
    (await textOf(gateway, CHAT)).startsWith('{'),
  ),
  stop('relay-batch-100ms', tokenByToken, true, async (gateway) => {
    const answer = await gateway.ask(PATH, { json: STREAM });
    let reads = 0;
    const startMs = performance.now();
    for await (const bytes of answer.body ?? []) reads += Math.sign(bytes.length);
    // However long a busy machine takes for the stream, the fault passes it on no more often.
    return reads > 2 + (performance.now() - startMs) / 100;
  }),
  stop('relay-swap-answers', repeating, 0, async (gateway) => {
    const swapped = Array.from({ length: 20 }, async (_, at) => {
      const content = `prompt ${at}`;
      const json = { ...CHAT, messages: [{ role: 'user', content }] };
      return !(await textOf(gateway, json)).includes(`"${content}"`);
    });
    return (await Promise.all(swapped)).filter(Boolean).length;
  }),
  stop(
    'relay-swallow-event-error',
    failingMidStream,
    false,
    async (gateway) => (await readStream(gateway)).ends === '[DONE]',
  ),
  stop(
    'relay-splice-retry',
    cutOnce,
    'one ',
    async (gateway) => (await readStream(gateway)).content,
  ),
  stop('relay-400-as-500', refusing(404), 404, (gateway) => statusOf(gateway, CHAT)),
  stop('relay-drop-retry-after', limiting, '7', async (gateway) =>
    (await gateway.ask(PATH, { json: CHAT })).headers.get('retry-after'),
  ),
  stop('relay-pass-401', refusing(401), 502, (gateway) => statusOf(gateway, CHAT)),
  {
    fault: 'relay-hang-on-refused',
    clean: 502,
    async see(faults) {
      const upstream = `http://127.0.0.1:${await closedPort()}`;
      const gateway = await startUnbound({ upstream, faults });
      try {
        return await Promise.race([statusOf(gateway, CHAT), sleep(1000, 'late')]);
      } finally {
        await gateway.close(0);
      }
    },
  },
  stop(
    'relay-wait-for-ever',
    () => {},
    504,
    async (gateway) => await Promise.race([statusOf(gateway, CHAT), sleep(1500, 'late')]),
    { relayDeadlineMs: 50 },
  ),
  stop('relay-pass-garbage', html, 502, (gateway) => statusOf(gateway, CHAT)),
  stop('relay-leak-address', refusing(500), false, async (gateway, provider) =>
    (await textOf(gateway, CHAT)).includes(new URL(provider.address).host),
  ),
  stop('relay-follow-redirect', redirecting, [502, 1], async (gateway, provider) => [
    await statusOf(gateway, CHAT),
    provider.requests.length,
  ]),
  stop(
    'relay-ignore-departure',
    () => {},
    true,
    (gateway, provider) => seesDisconnect(gateway, provider, CHAT, false),
  ),
  stop(
    'relay-ignore-early-departure',
    () => {},
    true,
    (gateway, provider) => seesDisconnect(gateway, provider, STREAM, false),
  ),
  stop('relay-unbounded-buffer', flooding, true, async (gateway, provider) => {
    const answer = await gateway.ask(PATH, { json: STREAM });
    const [request] = provider.requests;
    const isHeld = request !== undefined && (await stops(request));
    // Without a reader it would be cancelled as soon as it is garbage.
    await answer.body?.cancel();
    return isHeld;
  }),
  stop('relay-cancel-local', job, ['cancelled', 1], async (gateway, provider) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    const answer: unknown = await (await gateway.ask('/videos/v', { method: 'DELETE' })).json();
    return [
      dig(answer, 'status'),
      provider.requests.filter(({ method }) => method === 'DELETE').length,
    ];
  }),
  stop('relay-stale-status', job, ['state 1', 'state 2'], async (gateway) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    const states: unknown[] = [];
    for (let read = 0; read < 2; read += 1) {
      states.push(dig(await (await gateway.ask('/videos/v')).json(), 'status'));
    }
    return states;
  }),
  stop('relay-stale-502', closingOnReuse, [200, 200], async (gateway) => [
    await statusOf(gateway, CHAT),
    await statusOf(gateway, CHAT),
  ]),
  stop('relay-close-each', good, 1, async (gateway, provider) => {
    await askAll(gateway, 3, CHAT);
    return new Set(provider.requests.map(({ connection }) => connection)).size;
  }),
  stop('relay-leak-connection', endless, true, (gateway, provider) =>
    seesDisconnect(gateway, provider, STREAM, true),
  ),
  stop('relay-image-retries', refusing(500), [502, 1], async (gateway, provider) => {
    const { status } = await gateway.ask('/images/generations', { json: IMAGE });
    return [status, provider.requests.length];
  }),
  stop('relay-drop-call-id', good, 'a', async (gateway, provider) => {
    const result = { role: 'tool', tool_call_id: 'a', content: 'Yes.' };
    const messages = await memberSent(
      gateway,
      provider,
      { ...CHAT, messages: [result] },
      'messages',
    );
    return dig(messages, 0, 'tool_call_id');
  }),
  stop('relay-drop-null-content', good, 2, async (gateway, provider) => {
    const calls = { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] };
    const asked = { ...CHAT, messages: [calls, ...CHAT.messages] };
    const messages = await memberSent(gateway, provider, asked, 'messages');
    return Array.isArray(messages) && messages.length;
  }),
  stop('relay-drop-duration', job, 7, async (gateway, provider) => {
    await (await gateway.ask('/videos', { json: { ...VIDEO, duration: 7 } })).text();
    return dig(JSON.parse(String(provider.requests[0]?.body)), 'duration');
  }),
  stop('relay-drop-instructions', good, 'Be short.', (gateway, provider) =>
    memberSent(gateway, provider, { ...CHAT, instructions: 'Be short.' }, 'instructions'),
  ),
  stop('relay-key-with-cancels', job, undefined, async (gateway, provider) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    await (await gateway.ask('/videos/v', { method: 'DELETE' })).text();
    return provider.requests.at(-1)?.headers['x-on-behalf-of'];
  }),
  stop('relay-incomplete-as-completed', unfinished, 'incomplete', async (gateway) => {
    const answer = await gateway.ask('/responses', { json: RESPONSE });
    return dig(await answer.json(), 'status');
  }),
  stop('relay-forget-cached', cached, 5, async (gateway) =>
    dig(await bodyOf(gateway), 'usage', 'prompt_tokens_details', 'cached_tokens'),
  ),
  stop('relay-cap-delta', largeDelta, true, async (gateway) => {
    const answer = await gateway.ask('/responses', { json: { ...RESPONSE, stream: true } });
    return (await answer.text()).includes(LARGE);
  }),
  stop('relay-cut-pairs', smiling, true, async (gateway) => {
    const answer = await gateway.ask(PATH, { json: STREAM });
    return (await answer.text()).includes('a😀b');
  }),
  stop('relay-drop-image', drawingTwo, 'AwQF', async (gateway) => {
    const answer = await gateway.ask('/images/generations', { json: { ...IMAGE, n: 2 } });
    return dig(await answer.json(), 'data', 1, 'b64_json');
  }),
  stop('relay-drop-usage-option', smiling, true, async (gateway, provider) => {
    const also = { stream_options: { include_usage: true } };
    const sent = await memberSent(gateway, provider, { ...STREAM, ...also }, 'stream_options');
    return dig(sent, 'include_usage');
  }),
  stop('relay-progress-zero', job, 40, async (gateway) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    return dig(await (await gateway.ask('/videos/v')).json(), 'progress');
  }),
  stop('relay-count-images', counting, 4, async (gateway) => {
    const answer = await gateway.ask('/images/generations', { json: IMAGE });
    return dig(await answer.json(), 'usage', 'output_tokens');
  }),
  stop('relay-hold-token', pausing, true, async (gateway) => {
    const asked = gateway.ask('/responses', { json: { ...RESPONSE, stream: true } });
    const first = asked.then((answer) => answer.body?.getReader().read());
    return (await Promise.race([first, sleep(500, 'late')])) !== 'late';
  }),
  stop('relay-rewrite-arguments', callingOnce, ARGUMENTS, async (gateway) => {
    const call = dig(await bodyOf(gateway), 'choices', 0, 'message', 'tool_calls', 0);
    return dig(call, 'function', 'arguments');
  }),
  stop('relay-retry-reset', resetting, 1, async (gateway, provider) => {
    await upload(gateway, {
      contentType: FORM,
      body: [form(field('model', 'ref-transcription'), file('RIFF'))],
    });
    return provider.requests.length;
  }),
  stop(
    'relay-retry-silence',
    () => {},
    1,
    async (gateway, provider) => {
      const asked = gateway.ask('/responses', { json: RESPONSE });
      asked.catch(() => {});
      for (let waits = 0; waits < 20 && provider.requests.length < 2; waits += 1) await sleep(50);
      return provider.requests.length;
    },
    { relayDeadlineMs: 5000 },
  ),
  stop('relay-keep-failures', refusing(500), [502, 2], async (gateway, provider) => {
    await statusOf(gateway, CHAT);
    return [await statusOf(gateway, CHAT), provider.requests.length];
  }),
  stop('relay-halve-video', filming, 'a video \uFFFD', async (gateway) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    return await (await gateway.ask('/videos/v/content')).text();
  }),
  stop('relay-drop-revised', revising, 'A red circle.', async (gateway) => {
    const answer: unknown = await (
      await gateway.ask('/images/generations', { json: IMAGE })
    ).json();
    return dig(answer, 'data', 0, 'revised_prompt');
  }),
  stop('relay-poll-failed', unreadable(refusing(503)), 503, jobStatus),
  stop('relay-read-5xx-as-200', unreadable(refusing(503)), 503, jobStatus),
  stop('relay-read-429-as-500', unreadable(limiting), 429, jobStatus),
  stop('relay-read-drop-retry-after', unreadable(limiting), '7', async (gateway) => {
    await jobStatus(gateway);
    return (await gateway.ask('/videos/v')).headers.get('retry-after');
  }),
  stop('relay-read-garbage', unreadable(html), 502, jobStatus),
  stop('relay-read-unreachable-500', job, 502, async (gateway, provider) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    await provider.close();
    return (await gateway.ask('/videos/v')).status;
  }),
  stop('relay-cancel-401', unreadable(refusing(401)), 502, async (gateway) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    return (await gateway.ask('/videos/v', { method: 'DELETE' })).status;
  }),
  stop('relay-read-retries', unreadable(refusing(503)), [503, 2], async (gateway, provider) => [
    await jobStatus(gateway),
    provider.requests.length,
  ]),
  stop('relay-video-as-text', filming, 9, async (gateway) => {
    await (await gateway.ask('/videos', { json: VIDEO })).text();
    return (await (await gateway.ask('/videos/v/content')).arrayBuffer()).byteLength;
  }),
  stop('relay-image-retries-422', refusing(422), [422, 1], async (gateway, provider) => {
    const { status } = await gateway.ask('/images/generations', { json: IMAGE });
    return [status, provider.requests.length];
  }),
  stop('relay-drop-stream-penalty', good, 0.4, (gateway, provider) =>
    memberSent(gateway, provider, { ...STREAM, presence_penalty: 0.4 }, 'presence_penalty'),
  ),
  stop('relay-plain-quotes', good, '“it”', async (gateway, provider) => {
    const messages = [{ role: 'user', content: '“it”' }];
    return dig(
      await memberSent(gateway, provider, { ...STREAM, messages }, 'messages'),
      0,
      'content',
    );
  }),
  stop('relay-cut-prompt', good, true, async (gateway, provider) => {
    const messages = [{ role: 'user', content: LONG_TEXT }];
    const sent = await memberSent(gateway, provider, { ...CHAT, messages }, 'messages');
    return dig(sent, 0, 'content') === LONG_TEXT;
  }),
  stop('relay-last-messages', good, 21, async (gateway, provider) => {
    const messages = Array.from({ length: 21 }, () => ({ role: 'user', content: 'a' }));
    const sent = await memberSent(gateway, provider, { ...CHAT, messages }, 'messages');
    return dig(sent, 'length');
  }),
  stop('relay-file-line-ends', hearing, [true, true], uploaded),
  stop('relay-stream-replay-calls', good, 1, async (gateway, provider) => {
    for (let at = 0; at < 2; at += 1) {
      await (await gateway.ask(PATH, { json: STREAM, idempotencyKey: 'k' })).text();
    }
    await sleep(50);
    return provider.requests.length;
  }),
  stop('relay-cut-arguments', callingWith(LONG_TEXT), true, async (gateway) => {
    const call = dig(await bodyOf(gateway), 'choices', 0, 'message', 'tool_calls', 0);
    return dig(call, 'function', 'arguments') === LONG_TEXT;
  }),
  stop(
    'relay-cut-answer',
    (_, response) => sendJson(response, chatAnswer(LONG_TEXT)),
    true,
    async (gateway) => dig(await bodyOf(gateway), 'choices', 0, 'message', 'content') === LONG_TEXT,
  ),
];
