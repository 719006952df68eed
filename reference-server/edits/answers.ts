import type { Alteration, Hooks } from '../hooks.ts';
import type { Answer, WireAnswer } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import type { Operation } from '../routes.ts';
import { editChoices, editItems } from './json.ts';
import { after, alters, before } from './steps.ts';

type Presenter = 'presentChat' | 'presentResponse' | 'presentImages' | 'presentJob';
type Given = { readonly [Name in Presenter]: Parameters<Hooks[Name]> };
type Presenters = { readonly [Name in Presenter]: (...given: Given[Name]) => JsonObject };

/** Members in place of those of an object, or how they follow from it. An undefined one is absent. */
type Edit<Source extends readonly unknown[] = []> =
  | JsonObject
  | ((body: JsonObject, ...source: Source) => JsonObject);

/** Other members of the body of each good answer that one hook presents. */
function presents<Name extends Presenter>(name: Name) {
  return (summary: string, edit: Edit<Given[Name]>): Alteration =>
    alters(summary, (base: Presenters) => {
      const present = base[name];
      return { [name]: (...given: Given[Name]) => edited(present(...given), edit, ...given) };
    });
}

export const editsChat = presents('presentChat');
export const editsResponse = presents('presentResponse');
export const editsImages = presents('presentImages');
/** A video job is edited wherever it is shown. */
export const editsJob = presents('presentJob');

/** Other members of each choice of a chat completion. */
export function editsChoices(summary: string, edit: Edit): Alteration {
  return editsChat(summary, (body) => editChoices(body, (choice) => edited(choice, edit)));
}

/** Other members of each part of the messages of a response. */
export function editsParts(summary: string, edit: Edit): Alteration {
  return editsResponse(summary, (body) =>
    editItems(body, 'output', (item) => editItems(item, 'content', (part) => edited(part, edit))),
  );
}

/** The good answers of an operation in one body, as they go on the wire. */
export function editsWire(
  summary: string,
  operation: Operation,
  edit: (wire: WireAnswer, answer: Answer) => WireAnswer,
): Alteration {
  return after('encode')(summary, (wire, answer, context) =>
    context.operation === operation && answer.status === 200 ? edit(wire, answer) : wire,
  );
}

/** The text of every answer, in one body and in each event. */
export function editsText(summary: string, edit: (text: string) => string): Alteration {
  return alters(summary, ({ encode, frame }) => ({
    encode(...given) {
      const wire = encode(...given);
      return typeof wire.payload === 'string' ? { ...wire, payload: edit(wire.payload) } : wire;
    },
    frame: (...given) => edit(frame(...given)),
  }));
}

/** All ids that begin so are this one. */
export function sameId(summary: string, shared: string): Alteration {
  return after('newId')(summary, (id, prefix) => (shared.startsWith(prefix) ? shared : id));
}

/** A stream for all requests of an operation, or for none. */
export function streamsAlways(
  summary: string,
  streamed: Parameters<Hooks['wantsStream']>[1],
  always: boolean,
): Alteration {
  return after('wantsStream')(summary, (wanted, _, operation) =>
    operation === streamed ? always : wanted,
  );
}

/** Other headers of every answer, also of a stream. */
export function editsHeaders(
  summary: string,
  edit: (headers: WireAnswer['headers']) => WireAnswer['headers'],
): Alteration {
  return alters(summary, ({ send, streamHeaders }) => ({
    send: (response, answer) => send(response, { ...answer, headers: edit(answer.headers) }),
    streamHeaders: (operation) => edit(streamHeaders(operation)),
  }));
}

/** Another answer in one body, as it is written. */
export function sends(
  summary: string,
  edit: (answer: WireAnswer, request: { readonly acceptsGzip: boolean }) => WireAnswer,
): Alteration {
  return before('send')(summary, (response, answer) => {
    const accepted = String(response.req.headers['accept-encoding'] ?? '');
    return [response, edit(answer, { acceptsGzip: /\bgzip\b/.test(accepted) })];
  });
}

function edited<Source extends readonly unknown[]>(
  body: JsonObject,
  edit: Edit<Source>,
  ...source: Source
): JsonObject {
  return { ...body, ...(typeof edit === 'function' ? edit(body, ...source) : edit) };
}
