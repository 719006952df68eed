import type { Alteration } from '../hooks.ts';
import { isJsonObject, type JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';
import { editChoices, editData } from './json.ts';
import { after } from './steps.ts';

/** Members in place of those of each chunk of a chat stream; an undefined one is absent. */
export function editsChunks(
  summary: string,
  edit: (chunk: JsonObject, completion: Completion, index: number) => JsonObject,
): Alteration {
  return after('planChat')(summary, (events, completion) =>
    editData(events, (data, _, index) =>
      // An error in the stream is not a chunk.
      data.choices === undefined ? data : { ...data, ...edit(data, completion, index) },
    ),
  );
}

/** Members in place of those of each choice of a chat stream. */
export function editsDeltas(summary: string, edit: (choice: JsonObject) => JsonObject): Alteration {
  return editsChunks(summary, (chunk) =>
    editChoices(chunk, (choice) => ({ ...choice, ...edit(choice) })),
  );
}

/** Members in place of those of each event of this type; an undefined one is absent. */
export function editsEvents(
  summary: string,
  type: string,
  edit: (data: JsonObject, completion: Completion) => JsonObject,
): Alteration {
  return after('planResponse')(summary, (events, completion) =>
    editData(events, (data, { name }) =>
      name === type ? { ...data, ...edit(data, completion) } : data,
    ),
  );
}

/** Members in place of those of the response in the events of this type, or of every type. */
export function editsEventResponses(
  summary: string,
  members: JsonObject,
  type?: string,
): Alteration {
  return after('planResponse')(summary, (events) =>
    editData(events, (data, { name }) => {
      const { response } = data;
      const isEdited = isJsonObject(response) && (type === undefined || name === type);
      return isEdited ? { ...data, response: { ...response, ...members } } : data;
    }),
  );
}

/** A responses stream without the events of these types. */
export function dropsEvents(summary: string, ...types: readonly string[]): Alteration {
  return after('planResponse')(summary, (events) =>
    events.filter(({ name = '' }) => !types.includes(name)),
  );
}
