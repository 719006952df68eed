import { BILLABLE, type Billable, JSON_OPERATIONS, OPERATIONS } from '../../contract/operations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { billableRequest, withMembers } from './plain.ts';

/** A billable request that carries a nonce, in one of the forms of its answer. */
export interface RequestForm<Operation extends Billable = Billable> {
  /** Such as `chat stream`. */
  readonly name: string;
  readonly operation: Operation;
  readonly stream: boolean;
  /** @param model the operation's own when absent or null */
  request(nonce: string, model?: string | null): ProbeRequest;
}

export type TextForm = RequestForm<'chat' | 'responses'>;

/** The first two are of different operations and forms: a modest run of `fewer` has no others. */
const TEXT_FORMS = [
  ['chat', false],
  ['responses', true],
  ['chat', true],
  ['responses', false],
] as const;

/** Chats and responses, each as one body and as a stream, as far as the gateway offers them. */
export function textForms(gateway: ProbeGateway): readonly TextForm[] {
  return TEXT_FORMS.filter(([operation]) => gateway.offers(operation)).map(
    ([operation, stream]) => ({
      name: stream ? `${operation} stream` : operation,
      operation,
      stream,
      request: (nonce, model) =>
        withMembers(billableRequest(gateway.expect, operation, nonce, model), {
          [gateway.expect.streamField]: stream,
        }),
    }),
  );
}

/** Images, transcriptions and videos, as far as the gateway offers them. */
export function mediaForms(gateway: ProbeGateway): readonly RequestForm[] {
  return billableOf(gateway)
    .filter((operation) => !OPERATIONS[operation].streams)
    .map((operation) => ({
      name: operation,
      operation,
      stream: false,
      request: (nonce, model) => billableRequest(gateway.expect, operation, nonce, model),
    }));
}

/** Those of `textForms` and of `mediaForms`: gateways often have other code for each. */
export function allForms(gateway: ProbeGateway): readonly RequestForm[] {
  return [...textForms(gateway), ...mediaForms(gateway)];
}

/** The forms of `allForms` whose answer is one body. */
export function bodiesOf(gateway: ProbeGateway): readonly RequestForm[] {
  return allForms(gateway).filter(({ stream }) => !stream);
}

/** The form of an operation whose answer is one body, if the gateway offers the operation. */
export function bodyForms(gateway: ProbeGateway, operation: Billable): readonly RequestForm[] {
  return bodiesOf(gateway).filter((form) => form.operation === operation);
}

/** The forms whose request is JSON and whose answer is one body. */
export function jsonForms(gateway: ProbeGateway): readonly RequestForm[] {
  return JSON_OPERATIONS.flatMap((operation) => bodyForms(gateway, operation));
}

/** Every form of an answer with a text: those of `textForms`, and transcriptions. */
export function answerTextForms(gateway: ProbeGateway): readonly RequestForm[] {
  const transcriptions = mediaForms(gateway).filter(({ name }) => name === 'transcription');
  return [...textForms(gateway), ...transcriptions];
}

/** The billable operations that the target may support. */
export function billableOf(gateway: ProbeGateway): readonly Billable[] {
  return BILLABLE.filter((operation) => gateway.offers(operation));
}

/** The streams among those of `textForms`. */
export function streamForms(gateway: ProbeGateway): readonly TextForm[] {
  return textForms(gateway).filter(({ stream }) => stream);
}

/** The form of `allForms` with this name, where the gateway offers it. */
export function formNamed(name: string): (gateway: ProbeGateway) => readonly RequestForm[] {
  return (gateway) => allForms(gateway).filter((form) => form.name === name);
}
