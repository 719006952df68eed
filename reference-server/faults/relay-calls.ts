import { PassThrough, Readable } from 'node:stream';
import { calls, discard, relayed, toBytes } from '../edits/relays.ts';
import { cancelsLocally, lateClaim, remembersStates } from '../edits/remembering.ts';
import { after, alters, before } from '../edits/steps.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject, parseObject } from '../http/json.ts';
import type { ProviderAnswer, ProviderCall } from '../relay/provider/provider.ts';
import { collectBody } from '../relay/provider/provider-body.ts';
import { ProviderFailure } from '../relay/provider/provider-failure.ts';
import type { CallerPhase } from '../relay/relay-steps.ts';
import { Swap } from '../state/swap.ts';

const FIELD = 'data: ';

const NEVER = new AbortController().signal;

/** The chats of one form, streams or bodies, that are at the provider. */
class Chats {
  readonly swap = new Swap<ProviderAnswer>(5);
  atProvider = 0;
}

export const relayCallsFaults = relayed({
  'relay-close-each': calls('Each call uses a connection of its own.')((call, send) =>
    send(call, { pooled: false }),
  ),
  'relay-drain-upstream': continuesFor('reads a stream')(
    'When the client of a stream disconnects, the provider continues to the end.',
  ),
  'relay-halve-video': before('send')(
    'The content of a video reaches the caller up to its half, as if it were whole.',
  )((response, answer) => {
    const isVideo = answer.headers['content-type']?.startsWith('video/') === true;
    const { payload } = answer;
    const half = payload.slice(0, Math.floor(payload.length / 2));
    return [response, isVideo ? { ...answer, payload: half } : answer];
  }),
  'relay-ignore-departure': continuesFor('waits for a body')(
    'When the client of an answer in one body disconnects, the call continues.',
  ),
  'relay-ignore-early-departure': continuesFor('waits for a token')(
    'When a client disconnects before the first token of a stream, the call continues.',
  ),
  'relay-keep-failures': alters(
    'A failure of the provider is kept, and answers each equal request after it.',
  )(({ callProvider }) => {
    const kept = new Map<string, ProviderFailure>();
    return {
      async callProvider(call, send) {
        const question = `${call.path} ${call.body}`;
        const failure = kept.get(question);
        if (failure !== undefined) throw failure;
        const answer = await callProvider(call, send);
        const { status } = answer;
        if (status >= 400) kept.set(question, new ProviderFailure({ kind: 'refused', status }));
        return answer;
      },
    };
  }),
  'relay-key-race': lateClaim(
    'Concurrent requests with one Idempotency-Key all call the provider.',
  ),
  'relay-key-shared': before('nameRecord')(
    'An answer of the provider is replayed to another tenant with the same Idempotency-Key.',
  )((retryable) => [{ ...retryable, tenant: 'first' }]),
  'relay-leak-connection': calls(
    'When a client disconnects within a stream, the connection to the provider stays open.',
  )(async (call, send) => {
    const answer = await send(call);
    // The end of a pipe does not destroy its source.
    const body = new PassThrough();
    answer.body.on('error', (error) => body.destroy(error));
    return { ...answer, body: answer.body.pipe(body) };
  }),
  'relay-leak-upstream-key': after('secrets')(
    "The gateway's key comes back to the client when the provider repeats it.",
  )(() => []),
  'relay-naive-split': after('eventReader')(
    'Events of the provider are read only as a line "data: …" between two line feeds.',
  )(() => {
    let rest = '';
    return {
      read(text) {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        return blocks
          .filter((block) => block.startsWith(FIELD))
          .map((block) => ({ name: undefined, data: block.slice(FIELD.length) }));
      },
    };
  }),
  'relay-replay-calls': alters('A replay calls the provider once more, and discards the answer.')(
    (_, { provider }) => ({
      onReplay(call) {
        if (provider !== undefined) discard(provider.send(call, NEVER));
      },
    }),
  ),
  'relay-stale-502': calls('A pooled connection that the provider has closed returns 502.')(
    (call, send) => send(call, { retriesStale: false }),
  ),
  'relay-stream-from-sync': calls(
    'A streamed chat is requested from the provider in one body, and then streamed.',
  )(async (call, send) => {
    if (call.operation !== 'chat' || !call.stream) return await send(call);
    const answer = await send(inOneBody(call));
    if (answer.status !== 200) return answer;
    const completion = parseObject(await collectBody(answer.body, 1024 * 1024, NEVER));
    const { choices, usage: _, ...members } = completion;
    const [choice] = Array.isArray(choices) ? choices.filter(isJsonObject) : [];
    const chunk = { ...members, object: 'chat.completion.chunk' };
    const token = { index: 0, delta: choice?.message, finish_reason: null };
    const finish = { index: 0, delta: {}, finish_reason: 'stop' };
    const events = [token, finish].map((each) => JSON.stringify({ ...chunk, choices: [each] }));
    const text = [...events, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
    const headers = { 'content-type': 'text/event-stream' };
    return { status: 200, headers, body: Readable.from([Buffer.from(text)]) };
  }),
  'relay-swap-answers': alters(
    'Under load, one of five chats of the provider is swapped with the next one.',
  )(({ callProvider }) => {
    const streams = new Chats();
    const bodies = new Chats();
    return {
      async callProvider(call, send) {
        if (call.operation !== 'chat') return await callProvider(call, send);
        const chats = call.stream ? streams : bodies;
        const { swap } = chats;
        chats.atProvider += 1;
        const answer = await callProvider(call, send).finally(() => {
          chats.atProvider -= 1;
          // After this answer had its turn: if no other one comes, none is held.
          setImmediate(() => chats.atProvider === 0 && swap.release());
        });
        return answer.status === 200 ? await swap.pass(answer) : answer;
      },
    };
  }),
  'relay-unbounded-buffer': after('holdsBack')(
    'A stream is read from the provider at full speed, however slow the client is.',
  )(() => false),
  'relay-cancel-local': cancelsLocally('A cancelled video job continues at the provider.')(),
  'relay-stale-status': remembersStates({ freshMs: 30_000, untilCancelled: false })(
    'The state of a video job at the provider is read every 30 s only.',
  ),
});

/** A caller who disconnects in this phase does not end the call. */
function continuesFor(phase: CallerPhase) {
  return (summary: string): Alteration =>
    after('onCallerGone')(summary)((choice, left) => (left === phase ? 'go-on' : choice));
}

function inOneBody({ body: given, headers, ...call }: ProviderCall): ProviderCall {
  const { stream: _, stream_options: __, ...request } = parseObject(given ?? Buffer.alloc(0));
  const body = toBytes(request);
  const sizes = { accept: 'application/json', 'content-length': String(body.length) };
  return { ...call, body, headers: { ...headers, ...sizes } };
}
