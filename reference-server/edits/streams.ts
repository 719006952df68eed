import type { Alteration, Hooks } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editChoices, editData } from '../http/edit-events.ts';
import type { JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';

type Plan = readonly PlannedEvent[];

/** An alteration of the events of a chat stream. */
export function plansChat(
  id: string,
  summary: string,
  edit: (events: Plan, completion: Completion) => Plan,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ planChat: plan }) => ({
      planChat: (completion) => edit(plan(completion), completion),
    }),
  };
}

/** An alteration of the events of a responses stream. */
export function plansResponse(
  id: string,
  summary: string,
  edit: (events: Plan, completion: Completion) => Plan,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ planResponse: plan }) => ({
      planResponse: (completion) => edit(plan(completion), completion),
    }),
  };
}

/** Members in place of those of each chunk of a chat stream; an undefined one is absent. */
export function editsChunks(
  id: string,
  summary: string,
  edit: (chunk: JsonObject, completion: Completion, index: number) => JsonObject,
): Alteration {
  return plansChat(id, summary, (events, completion) =>
    editData(events, (data, _, index) =>
      // An error in the stream is not a chunk.
      data.choices === undefined ? data : { ...data, ...edit(data, completion, index) },
    ),
  );
}

/** Members in place of those of each choice of a chat stream. */
export function editsDeltas(
  id: string,
  summary: string,
  edit: (choice: JsonObject) => JsonObject,
): Alteration {
  return editsChunks(id, summary, (chunk) =>
    editChoices(chunk, (choice) => ({ ...choice, ...edit(choice) })),
  );
}

/** Members in place of those of each event of this type; an undefined one is absent. */
export function editsEvents(
  id: string,
  summary: string,
  type: string,
  edit: (data: JsonObject, completion: Completion) => JsonObject,
): Alteration {
  return plansResponse(id, summary, (events, completion) =>
    editData(events, (data, { name }) =>
      name === type ? { ...data, ...edit(data, completion) } : data,
    ),
  );
}

/** A responses stream without the events of these types. */
export function dropsEvents(id: string, summary: string, ...types: readonly string[]): Alteration {
  return plansResponse(id, summary, (events) =>
    events.filter(({ name = '' }) => !types.includes(name)),
  );
}

/** An alteration of each event as it stands in a stream. */
export function frames(
  id: string,
  summary: string,
  edit: (text: string, ...of: Parameters<Hooks['frame']>) => string,
): Alteration {
  return {
    id,
    summary,
    hooks: ({ frame }) => ({
      frame: (event, place) => edit(frame(event, place), event, place),
    }),
  };
}
