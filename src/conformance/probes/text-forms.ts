import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { billableOf, billableRequest } from './billable.ts';
import { chatRequest, responsesRequest } from './requests.ts';

/** A request for a text that carries a nonce, in one of the forms of an answer. */
export interface TextForm {
  /** Such as `chat stream`. */
  readonly name: string;
  readonly operation: 'chat' | 'responses';
  readonly stream: boolean;
  request(nonce: string): ProbeRequest;
}

/** Chats and responses, each as one body and as a stream, as far as the gateway offers them. */
export function textForms(gateway: ProbeGateway): readonly TextForm[] {
  const { expect } = gateway;
  return (['chat', 'responses'] as const)
    .filter((operation) => gateway.offers(operation))
    .flatMap((operation) =>
      [false, true].map((stream): TextForm => {
        const make = operation === 'chat' ? chatRequest : responsesRequest;
        return {
          name: stream ? `${operation} stream` : operation,
          operation,
          stream,
          request: (nonce) =>
            make(expect, { prompt: `Say one short sentence about ${nonce}.`, stream }),
        };
      }),
    );
}

/** A request that carries a nonce. */
export type RequestForm = Pick<TextForm, 'name' | 'request'>;

/** Images, transcriptions and videos, as far as the gateway offers them. */
export function mediaForms(gateway: ProbeGateway): readonly RequestForm[] {
  return billableOf(gateway)
    .filter((operation) => operation !== 'chat' && operation !== 'responses')
    .map((operation) => ({
      name: operation,
      request: (nonce) => billableRequest(gateway.expect, operation, nonce),
    }));
}

/** Those of `textForms` and of `mediaForms`: gateways often have other code for each. */
export function allForms(gateway: ProbeGateway): readonly RequestForm[] {
  return [...textForms(gateway), ...mediaForms(gateway)];
}

/** Every form of an answer with a text: those of `textForms`, and transcriptions. */
export function answerTextForms(gateway: ProbeGateway): readonly RequestForm[] {
  const transcriptions = mediaForms(gateway).filter(({ name }) => name === 'transcription');
  return [...textForms(gateway), ...transcriptions];
}
