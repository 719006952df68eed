import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { chatRequest, responsesRequest, tone, transcriptionRequest } from './requests.ts';

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

/** Every form of an answer with a text: those of `textForms`, and transcriptions. */
export function answerTextForms(
  gateway: ProbeGateway,
): readonly Pick<TextForm, 'name' | 'request'>[] {
  const forms = textForms(gateway);
  if (!gateway.offers('transcription')) return forms;
  const request = (nonce: string) => transcriptionRequest(gateway.expect, { content: tone(nonce) });
  return [...forms, { name: 'transcription', request }];
}
