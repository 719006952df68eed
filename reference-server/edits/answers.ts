import type { Alteration, Hooks } from '../hooks.ts';
import type { Answer, AnswerContext, WireAnswer } from '../http/answer.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Completion } from '../models/completion.ts';
import type { Operation, PostOperation } from '../routes.ts';
import { editChoices, editData, editItems } from './json.ts';
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
  return (summary: string) =>
    (edit: Edit<Given[Name]>): Alteration =>
      alters(summary)((base: Presenters) => {
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
export function editsChoices(summary: string) {
  return (edit: Edit): Alteration =>
    editsChat(summary)((body) => editChoices(body, (choice) => edited(choice, edit)));
}

/** Other members of each part of the messages of a response. */
export function editsParts(summary: string) {
  return (edit: Edit): Alteration =>
    editsResponse(summary)((body) =>
      editItems(body, 'output', (item) => editItems(item, 'content', (part) => edited(part, edit))),
    );
}

/** Other members of each call in the body of a response. */
export function editsCalls(summary: string) {
  return (edit: Edit): Alteration =>
    editsResponse(summary)((body) =>
      editItems(body, 'output', (item) =>
        item.type === 'function_call' ? edited(item, edit) : item,
      ),
    );
}

/** The good answers of an operation in one body, as they go on the wire. */
export function editsWire(operation: Operation) {
  return (summary: string) =>
    (edit: (wire: WireAnswer, answer: Answer) => WireAnswer): Alteration =>
      after('encode')(summary)((wire, answer, context) =>
        context.operation === operation && answer.status === 200 ? edit(wire, answer) : wire,
      );
}

/** The text of every answer in JSON, in one body and in each event. */
export function editsText(summary: string) {
  return (edit: (text: string) => string): Alteration =>
    alters(summary)(({ encode, frame }) => ({
      encode(...given) {
        const wire = encode(...given);
        const isJson = typeof given[0].body !== 'string' && typeof wire.payload === 'string';
        return isJson ? { ...wire, payload: edit(wire.payload) } : wire;
      },
      frame: (...given) => edit(frame(...given)),
    }));
}

/** All ids that begin so are this one. */
export function sameId(shared: string) {
  return (summary: string): Alteration =>
    after('newId')(summary)((id, prefix) => (shared.startsWith(prefix) ? shared : id));
}

/** Another refusal, before it is presented. */
export function editsRefusals(summary: string) {
  return (edit: (refusal: Refusal, context: AnswerContext) => Refusal): Alteration =>
    before('presentRefusal')(summary)((refusal, context) => [edit(refusal, context), context]);
}

/** An unknown model of an operation is a failure of the server. */
export function failsUnknownModels(operation: Operation) {
  return (summary: string): Alteration =>
    editsRefusals(summary)((refusal, context) =>
      refusal.code === 'model_not_found' && context.operation === operation
        ? Refusal.failed()
        : refusal,
    );
}

/** A stream for all requests of an operation, or for none. */
export function streamsAlways(streamed: Parameters<Hooks['wantsStream']>[1], always: boolean) {
  return (summary: string): Alteration =>
    after('wantsStream')(summary)((wanted, _, operation) =>
      operation === streamed ? always : wanted,
    );
}

/** Other headers of every answer, also of a stream. */
export function editsHeaders(summary: string) {
  return (edit: (headers: WireAnswer['headers']) => WireAnswer['headers']): Alteration =>
    alters(summary)(({ send, streamHeaders }) => ({
      send: (response, answer) => send(response, { ...answer, headers: edit(answer.headers) }),
      streamHeaders: (operation) => edit(streamHeaders(operation)),
    }));
}

/** Another answer in one body, as it is written. */
export function sends(summary: string) {
  return (
    edit: (answer: WireAnswer, accepts: (coding: 'br' | 'gzip') => boolean) => WireAnswer,
  ): Alteration =>
    before('send')(summary)((response, answer) => {
      const accepted = String(response.req.headers['accept-encoding'] ?? '');
      return [response, edit(answer, (coding) => accepted.split(/[,;\s]+/).includes(coding))];
    });
}

function edited<Source extends readonly unknown[]>(
  body: JsonObject,
  edit: Edit<Source>,
  ...source: Source
): JsonObject {
  return { ...body, ...(typeof edit === 'function' ? edit(body, ...source) : edit) };
}

/** Members in place of those of each chunk of a chat stream; an undefined one is absent. */
export function editsChunks(summary: string) {
  return (
    edit: (chunk: JsonObject, completion: Completion, index: number) => JsonObject,
  ): Alteration =>
    after('planChat')(summary)((events, completion) =>
      editData(events, (data, _, index) =>
        // An error in the stream is not a chunk.
        data.choices === undefined ? data : { ...data, ...edit(data, completion, index) },
      ),
    );
}

/** Members in place of those of each choice of a chat stream. */
export function editsDeltas(summary: string) {
  return (edit: (choice: JsonObject) => JsonObject): Alteration =>
    editsChunks(summary)((chunk) =>
      editChoices(chunk, (choice) => ({ ...choice, ...edit(choice) })),
    );
}

/** Members in place of those of each event of this type; an undefined one is absent. */
export function editsEvents(type: string) {
  return (summary: string) =>
    (edit: (data: JsonObject, completion: Completion) => JsonObject): Alteration =>
      after('planResponse')(summary)((events, completion) =>
        editData(events, (data, { name }) =>
          name === type ? { ...data, ...edit(data, completion) } : data,
        ),
      );
}

/** Members in place of those of the response in the events of this type, or of every type. */
export function editsEventResponses(members: JsonObject, type?: string) {
  return (summary: string): Alteration =>
    after('planResponse')(summary)((events) =>
      editData(events, (data, { name }) => {
        const { response } = data;
        const isEdited = isJsonObject(response) && (type === undefined || name === type);
        return isEdited ? { ...data, response: { ...response, ...members } } : data;
      }),
    );
}

/** A responses stream without the events of these types. */
export function dropsEvents(...types: readonly string[]) {
  return (summary: string): Alteration =>
    after('planResponse')(summary)((events) =>
      events.filter(({ name = '' }) => !types.includes(name)),
    );
}

/**
 * Requests are refused when all that the gateway checks before their body has passed.
 *
 * @param refused absent: every billable operation
 * @param every which of the requests to it: 1 for all, 3 for the third, the sixth and so on
 */
export function refuses(refused?: PostOperation, every = 1) {
  return (summary: string) =>
    (refusal: () => Refusal): Alteration =>
      alters(summary)(({ limit }) => {
        let requests = 0;
        return {
          limit(operation) {
            limit(operation);
            if (refused !== undefined && operation !== refused) return;
            requests += 1;
            if (requests % every === 0) throw refusal();
          },
        };
      });
}
