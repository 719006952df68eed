import { modelFor } from '../../contract/models-by-operation.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { offered } from './offered.ts';
import { chatRequest, imageRequest, responsesRequest, videoRequest } from './requests.ts';
import { sequentially } from './sequentially.ts';

/**
 * Failures of every operation, of an unknown path, and of models that fail or are over their limit,
 * if the target has some.
 */
export const failures: Probe<'any'> = {
  name: 'failures',
  async run(gateway) {
    const { expect } = gateway;
    const model = `no-such-model-${gateway.nonce()}`;
    const id = `no-such-job-${gateway.nonce()}`;
    const prompt = `Say only the word ${gateway.nonce()}.`;
    const failing = (operation: 'chat' | 'responses') => ({
      prompt,
      model: modelFor(expect.failingModel, operation) ?? model,
    });
    const limited = expect.limitedModel;
    const requests: readonly ProbeRequest[] = [
      ...(limited === null
        ? []
        : [{ ...chatRequest(expect, { prompt, model: limited }), retries: 0 }]),
      chatRequest(expect, { prompt, model }),
      chatRequest(expect, failing('chat')),
      { operation: 'chat', body: { json: { model: expect.chatModel } } },
      { operation: 'chat', body: { text: '{"model":', type: 'application/json' } },
      { ...chatRequest(expect, { prompt }), credential: 'none' },
      responsesRequest(expect, { prompt, model }),
      responsesRequest(expect, failing('responses')),
      { operation: 'responses', body: { json: { model: expect.responsesModel } } },
      imageRequest(expect, { prompt, model }),
      { operation: 'transcription', body: { json: { model: expect.transcriptionModel } } },
      videoRequest(expect, { prompt, model }),
      { operation: 'video-create', body: { json: { model: expect.videoModel } } },
      { operation: 'video-read', id },
      { operation: 'video-cancel', id },
      { operation: 'video-read', id, credential: 'none' },
      { operation: 'other', path: `/no/such/path/${gateway.nonce()}` },
    ];
    return sequentially(offered(gateway, requests), (request) => gateway.send(request));
  },
};
