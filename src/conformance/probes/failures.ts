import { modelFor } from '../../contract/models-by-operation.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { allForms, type RequestForm } from '../requests/forms.ts';
import { refusedDifferences } from '../requests/members.ts';
import { sentOnce } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { offered } from './offered.ts';
import { sequentially } from './sequentially.ts';

/**
 * Failures of every operation, of an unknown path, and of models that fail or are over their limit,
 * if the target has some.
 */
export const failures: Probe<'any'> = {
  name: 'failures',
  async run(gateway) {
    const id = `no-such-job-${gateway.nonce()}`;
    const requests: readonly ProbeRequest[] = [
      ...allForms(gateway).flatMap((form) => (form.stream ? [] : failuresOf(gateway, form))),
      { operation: 'chat', body: { text: '{"model":', type: 'application/json' } },
      { operation: 'transcription', body: { json: { model: gateway.expect.transcriptionModel } } },
      { operation: 'video-read', id },
      { operation: 'video-cancel', id },
      { operation: 'video-read', id, credential: 'none' },
      { operation: 'other', path: `/no/such/path/${gateway.nonce()}` },
    ];
    return sequentially(offered(gateway, requests), (request) => gateway.send(request));
  },
};

/** A missing key, a missing member, an unknown model; also models that fail, for chats and responses. */
function failuresOf(gateway: ProbeGateway, form: RequestForm): readonly ProbeRequest[] {
  const { failingModel, limitedModel } = gateway.expect;
  const request = (model?: string) => form.request(gateway.nonce(), model);
  const wrong = refusedDifferences(gateway, form);
  const failing = modelFor(failingModel, form.operation);
  return [
    { ...request(), credential: 'none' },
    ...[wrong.at(0), wrong.at(-1)].flatMap((each) => each?.of(request()) ?? []),
    ...(failing === null || form.operation === 'video-create' ? [] : [request(failing)]),
    ...(limitedModel === null || form.operation !== 'chat'
      ? []
      : [sentOnce(request(limitedModel))]),
  ];
}
