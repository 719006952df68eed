import { modelFor } from '../../contract/models-by-operation.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeRequest } from '../gateway.ts';
import { accepted, chatRequest, responsesRequest } from './requests.ts';

type Options = Omit<Parameters<typeof chatRequest>[1], 'model'>;

/** A chat with the echoing model; undefined if chat has no such model. */
export function chatToEcho(expect: Expectations, options: Options): readonly ProbeRequest[] {
  const model = modelFor(expect.echoModel, 'chat');
  return model === null ? [] : [accepted(chatRequest(expect, { ...options, model }))];
}

/** A response of the echoing model; undefined if responses have no such model. */
export function responseToEcho(expect: Expectations, options: Options): readonly ProbeRequest[] {
  const model = modelFor(expect.echoModel, 'responses');
  return model === null ? [] : [accepted(responsesRequest(expect, { ...options, model }))];
}
