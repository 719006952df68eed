import type { IncomingHttpHeaders } from 'node:http';
import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import { type JsonObject, parseObject } from '../http/json.ts';
import type { Refusal } from '../http/refusal.ts';
import { editFailure } from './edit-failure.ts';
import { toBytes } from './edit-request.ts';
import { editSink } from './edit-sink.ts';
import type { FailureReason } from './provider/provider-failure.ts';
import type { RelaySteps } from './relay-steps.ts';

type Hooks = Alteration['hooks'];
type Edit = (json: JsonObject) => JsonObject;

/** The refusal that the caller gets for a failure of the provider. */
export function editsFailure(edit: (refusal: Refusal, reason: FailureReason) => Refusal): Hooks {
  return ({ presentFailure }) => ({ presentFailure: editFailure(presentFailure, edit) });
}

/** An answer of the provider in one body. */
export function editsBody(edit: Edit): Hooks {
  return ({ relayBody }) => ({ relayBody: (...answer) => edit(relayBody(...answer)) });
}

/** Each event of a stream of the provider; `[DONE]` stays. */
export function editsEvents(edit: Edit): Hooks {
  return ({ relaySink }) => ({ relaySink: (sink, call) => editSink(relaySink(sink, call), edit) });
}

/** An answer of the provider in either form: its body, and each event. */
export function editsAnswer(ofBody: Edit, ofEvent: Edit = ofBody): Hooks {
  return (...base) => ({ ...editsBody(ofBody)(...base), ...editsEvents(ofEvent)(...base) });
}

/** The JSON that the provider gets. */
export function editsRequest(edit: (body: Body) => Body): Hooks {
  return ({ providerBody }) => ({
    providerBody: (...request) => toBytes(edit(parseObject(providerBody(...request)))),
  });
}

/** Headers that the provider gets in addition. */
export function addsHeaders(
  added: (
    caller: IncomingHttpHeaders,
    call: Parameters<RelaySteps['providerHeaders']>[1],
  ) => Readonly<Record<string, string>>,
): Hooks {
  return ({ providerHeaders }) => ({
    providerHeaders: (caller, call) => ({
      ...providerHeaders(caller, call),
      ...added(caller, call),
    }),
  });
}
