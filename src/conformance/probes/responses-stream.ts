import { modelFor } from '../../contract/models-by-operation.ts';
import { accepted, legal, responsesRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { pacedBy } from './paced-stream.ts';
import { sequentially } from './sequentially.ts';
import { wordsToRepeat } from './to-echo.ts';

/** Two short response streams, one after the other. */
export const shortResponseStream: Probe<'stream'> = {
  name: 'short-response-stream',
  modest: '1 stream instead of 2',
  async run(gateway) {
    const ask = () =>
      gateway.send(
        accepted(
          responsesRequest(gateway.expect, {
            prompt: `Say one short sentence about ${gateway.nonce()}.`,
            stream: true,
          }),
        ),
      );
    return sequentially(Array.from({ length: repeats(gateway, 2, 1) }), ask);
  },
};

/** The same request to the echoing model, for one body and for a stream. */
export const twinResponses: Probe<'series'> = {
  name: 'twin-responses',
  async run(gateway) {
    const prompt = wordsToRepeat(gateway);
    const ask = (stream: boolean) =>
      gateway.send(
        accepted(
          responsesRequest(gateway.expect, {
            prompt,
            model: modelFor(gateway.expect.echoModel, 'responses'),
            stream,
          }),
        ),
      );
    return [{ label: 'one body, then a stream', exchanges: [await ask(false), await ask(true)] }];
  },
};

/** A stream that takes a while. */
export const pacedResponseStream: Probe<'stream'> = {
  name: 'paced-response-stream',
  alone: true,
  run(gateway) {
    const model = modelFor(gateway.expect.slowModel, 'responses');
    return pacedBy(gateway, (prompt) =>
      responsesRequest(gateway.expect, { prompt, model, stream: true }),
    );
  },
};

/** One stream of the model that fails during a stream. */
export const failingResponseStream: Probe<'begun'> = {
  name: 'failing-response-stream',
  async run(gateway) {
    const request = legal(
      responsesRequest(gateway.expect, {
        prompt: `Say one short sentence about ${gateway.nonce()}.`,
        model: modelFor(gateway.expect.failingMidStreamModel, 'responses'),
        stream: true,
      }),
    );
    return [await gateway.send(request)];
  },
};
