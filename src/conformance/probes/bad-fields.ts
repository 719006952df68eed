import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { billableRequest } from './billable.ts';
import { chatRequest } from './requests.ts';
import { withControl } from './with-control.ts';

/** Chat bodies with one wrong field, each labelled by that field. */
export const badChats: Probe<'series'> = {
  name: 'chats-with-a-bad-field',
  run(gateway) {
    const { chatModel: model } = gateway.expect;
    const messages = [{ role: 'user', content: 'Say hello.' }];
    return oneFieldAtFault(gateway, 'chat', [
      ['model', { messages }],
      ['model', { model: 1, messages }],
      ['messages', { model }],
      ['messages', { model, messages: [] }],
      ['messages', { model, messages: 'Say hello.' }],
      ['temperature', { model, messages, temperature: 'hot' }],
    ]);
  },
};

/** Responses bodies with one wrong field, each labelled by that field. */
export const badResponses: Probe<'series'> = {
  name: 'responses-with-a-bad-field',
  run(gateway) {
    const { responsesModel: model } = gateway.expect;
    const input = 'Say hello.';
    return oneFieldAtFault(gateway, 'responses', [
      ['model', { input }],
      ['an unknown model', { model: `no-such-model-${gateway.nonce()}`, input }],
      ['input', { model }],
      ['input', { model, input: 5 }],
      ['instructions', { model, input, instructions: [] }],
    ]);
  },
};

/** A chat with an unknown model. */
export const unknownModel: Probe<'series'> = {
  name: 'unknown-model',
  run(gateway) {
    const { expect } = gateway;
    const model = `no-such-model-${gateway.nonce()}`;
    const request = chatRequest(expect, { prompt: 'Say hello.', model });
    const good = billableRequest(expect, 'chat', gateway.nonce());
    return withControl(gateway, good, [['an unknown model', request]]);
  },
};

/** A chat with an unknown field. */
export const unknownField: Probe<'series'> = {
  name: 'unknown-field',
  run(gateway) {
    const { expect } = gateway;
    const also = { [`x_assay_${gateway.nonce()}`]: { a: [1] } };
    const request = chatRequest(expect, { prompt: 'Say hello.', also });
    const good = billableRequest(expect, 'chat', gateway.nonce());
    return withControl(gateway, good, [['an unknown field', request]]);
  },
};

function oneFieldAtFault(
  gateway: ProbeGateway,
  operation: 'chat' | 'responses',
  bodies: readonly (readonly [field: string, json: unknown])[],
) {
  const good = billableRequest(gateway.expect, operation, gateway.nonce());
  const trials = bodies.map(([field, json]): [string, ProbeRequest] => [
    field,
    { operation, body: { json } },
  ]);
  return withControl(gateway, good, trials);
}
