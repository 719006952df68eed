import type { Alteration, Hooks } from '../hooks.ts';
import type { Answer, AnswerContext, WireAnswer } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';
import { editParts } from '../http/edit-parts.ts';
import type { JsonObject } from '../http/json.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Completion } from '../models/completion.ts';
import type { Images } from '../models/images.ts';
import type { Route } from '../routes.ts';
import type { JobView } from '../state/video-jobs.ts';

/** Members in place of those of an object, or how they follow from it. An undefined one is absent. */
type Edit<Source> = JsonObject | ((body: JsonObject, source: Source) => JsonObject);

/** An alteration of the body of a chat completion. */
export function editsChat(id: string, summary: string, edit: Edit<Completion>): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentChat: present }) => ({
      presentChat: (completion) => edited(present(completion), edit, completion),
    }),
  };
}

/** An alteration of each choice of a chat completion. */
export function editsChoices(id: string, summary: string, edit: Edit<undefined>): Alteration {
  return editsChat(id, summary, (body) =>
    editChoices(body, (choice) => edited(choice, edit, undefined)),
  );
}

/** An alteration of the body of a response. */
export function editsResponse(id: string, summary: string, edit: Edit<Completion>): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentResponse: present }) => ({
      presentResponse: (completion) => edited(present(completion), edit, completion),
    }),
  };
}

/** An alteration of each part of the messages of a response. */
export function editsParts(id: string, summary: string, edit: Edit<undefined>): Alteration {
  return editsResponse(id, summary, (body) =>
    editParts(body, (part) => edited(part, edit, undefined)),
  );
}

/** An alteration of the body of an image answer. */
export function editsImages(id: string, summary: string, edit: Edit<Images>): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentImages: present }) => ({
      presentImages: (images) => edited(present(images), edit, images),
    }),
  };
}

/** An alteration of the video job, wherever it is shown. */
export function editsJob(id: string, summary: string, edit: Edit<JobView>): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentJob: present }) => ({
      presentJob: (view) => edited(present(view), edit, view),
    }),
  };
}

/** An alteration of refusals before they are shown. */
export function editsRefusals(
  id: string,
  summary: string,
  edit: (refusal: Refusal) => Refusal,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentRefusal: present }) => ({
      presentRefusal: (refusal, context) => present(edit(refusal), context),
    }),
  };
}

/** An alteration of refusals as they are shown. */
export function editsFailures(
  id: string,
  summary: string,
  edit: (answer: Answer, refusal: Refusal, context: AnswerContext) => Answer,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ presentRefusal: present }) => ({
      presentRefusal: (refusal, context) => edit(present(refusal, context), refusal, context),
    }),
  };
}

/** An alteration of the good answers of an operation in one body, as they go on the wire. */
export function editsWire(
  id: string,
  summary: string,
  operation: Route['operation'],
  edit: (wire: WireAnswer, answer: Answer) => WireAnswer,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ encode }) => ({
      encode(answer, context) {
        const wire = encode(answer, context);
        return context.operation === operation && answer.status === 200 ? edit(wire, answer) : wire;
      },
    }),
  };
}

/** All ids that begin so are this one. */
export function sameId(id: string, summary: string, shared: string): Alteration {
  return {
    id,
    summary,
    hooks: ({ newId }) => ({
      newId: (prefix) => (shared.startsWith(prefix) ? shared : newId(prefix)),
    }),
  };
}

/** A stream for all requests of an operation, or for none. */
export function streamsAlways(
  id: string,
  summary: string,
  streamed: Parameters<Hooks['wantsStream']>[1],
  always: boolean,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ wantsStream }) => ({
      wantsStream: (body, operation) =>
        operation === streamed ? always : wantsStream(body, operation),
    }),
  };
}

function edited<Source>(body: JsonObject, edit: Edit<Source>, source: Source): JsonObject {
  return { ...body, ...(typeof edit === 'function' ? edit(body, source) : edit) };
}
