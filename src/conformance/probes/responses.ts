import { modelFor } from '../../contract/models-by-operation.ts';
import { accepted, responsesRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';

/** Two short responses in one body: the stream switch absent, then off. */
export const shortResponse: Probe<'reply'> = {
  name: 'short-response',
  async run(gateway) {
    const ask = (stream?: boolean) => {
      const prompt = `Say one short sentence about ${gateway.nonce()}.`;
      return gateway.send(
        accepted(
          responsesRequest(gateway.expect, { prompt, ...(stream === undefined ? {} : { stream }) }),
        ),
      );
    };
    return [await ask(), await ask(false)];
  },
};

/** The echoing model's answer to instructions and input, in one body and as a stream. */
export const instructedResponses: Probe<'reply'> = {
  name: 'instructed-responses',
  async run(gateway) {
    const ask = (stream: boolean) =>
      gateway.send(
        accepted(
          responsesRequest(gateway.expect, {
            prompt: `Repeat exactly: ${gateway.nonce()} ${gateway.nonce()}`,
            model: modelFor(gateway.expect.echoModel, 'responses'),
            stream,
            also: { instructions: `Begin with the word ${gateway.nonce()}.` },
          }),
        ),
      );
    return [await ask(false), await ask(true)];
  },
};
