import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import { accepted, chatRequest, legal } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { pacedBy } from './paced-stream.ts';
import { sequentially } from './sequentially.ts';
import { wordsToRepeat } from './to-echo.ts';

/** Two short chat streams, one after the other. */
export const shortStream: Probe<'stream'> = {
  name: 'short-chat-stream',
  modest: '1 stream instead of 2',
  async run(gateway) {
    const ask = () =>
      gateway.send(
        accepted(
          chatRequest(gateway.expect, {
            prompt: `Say one short sentence about ${gateway.nonce()}.`,
            stream: true,
          }),
        ),
      );
    return sequentially(Array.from({ length: repeats(gateway, 2, 1) }), ask);
  },
};

/** Enough words for more deltas than a gateway may queue, or cut off. */
const MANY_WORDS = 400;

/** Streams whose text is known if there is an echoing model: a short one, and then a long one. */
export const echoStream: Probe<'stream'> = {
  name: 'echoed-chat-stream',
  modest: 'no long stream, so that one that is cut at its length is missed',
  async run(gateway) {
    const model = modelFor(gateway.expect.echoModel, 'chat');
    const echo = (prompt: string) =>
      gateway.send(accepted(chatRequest(gateway.expect, { prompt, model, stream: true })));
    const short = await echo(wordsToRepeat(gateway));
    if (model === null || gateway.effort === 'modest') return [short];
    const words = Array.from({ length: MANY_WORDS }, (_, at) => `word${at}`);
    return [short, await echo(`Repeat exactly: ${words.join(' ')} ${gateway.nonce()}`)];
  },
};

/** A stream that takes a while. */
export const pacedStream: Probe<'stream'> = {
  name: 'paced-chat-stream',
  alone: true,
  run(gateway) {
    const model = modelFor(gateway.expect.slowModel, 'chat');
    return pacedBy(gateway, (prompt) =>
      chatRequest(gateway.expect, { prompt, model, stream: true }),
    );
  },
};

/** One stream with include_usage. */
export const usageStream: Probe<'stream'> = {
  name: 'chat-stream-with-usage',
  async run(gateway) {
    const request = accepted(
      chatRequest(gateway.expect, {
        prompt: `Say one short sentence about ${gateway.nonce()}.`,
        stream: true,
        also: { stream_options: { include_usage: true } },
      }),
    );
    return [await gateway.send(request)];
  },
};

/** One stream of the model that fails during a stream. */
export const failingStream: Probe<'begun'> = {
  name: 'failing-chat-stream',
  async run(gateway) {
    const request = legal(
      chatRequest(gateway.expect, {
        prompt: `Say one short sentence about ${gateway.nonce()}.`,
        model: modelFor(gateway.expect.failingMidStreamModel, 'chat'),
        stream: true,
      }),
    );
    return [await gateway.send(request)];
  },
};

const ABANDONED = 16;
const RECOVERY_MS = 5000;
const LOOK_EVERY_MS = 100;

/**
 * Streams that are dropped at their first event, then a chat in one body, then polls of the
 * requests in flight until there are none.
 */
export const abandonedStreams: Probe<'series'> = {
  name: 'abandoned-chat-streams',
  modest: '2 dropped streams instead of 16, so that a leak in some of them is missed',
  alone: true,
  async run(gateway) {
    const { expect } = gateway;
    const ask = (stream: boolean) =>
      accepted(
        chatRequest(expect, {
          prompt: `Write the numbers from one to eighty as words, then ${gateway.nonce()}.`,
          model: modelFor(expect.slowModel, 'chat'),
          stream,
        }),
      );
    const dropped = await Promise.all(
      Array.from({ length: repeats(gateway, ABANDONED, 2) }, () =>
        gateway.send({ ...ask(true), disconnectAfterEvents: 1 }),
      ),
    );
    const after = await gateway.send(ask(false));
    return [
      {
        label: 'dropped streams',
        exchanges: [...dropped, after, ...(await lookInFlight(gateway))],
      },
    ];
  },
};

async function lookInFlight(gateway: ProbeGateway): Promise<readonly Exchange[]> {
  const { inFlightPath } = gateway.expect;
  if (inFlightPath === null) return [];
  let look = await gateway.send({ operation: 'other', path: inFlightPath });
  const deadlineMs = look.timing.sendMs + RECOVERY_MS;
  while (!isIdle(look) && look.timing.endMs < deadlineMs) {
    await gateway.sleep(LOOK_EVERY_MS);
    look = await gateway.send({ operation: 'other', path: inFlightPath });
  }
  return [look];
}

function isIdle({ answer }: Exchange): boolean {
  return Buffer.from(answer?.body ?? []).toString() === '{"inFlight":0}';
}
