import { editSaid, editsAllChoices } from '../edits/chats.ts';
import { editDeltas, editItems } from '../edits/json.ts';
import { after } from '../edits/steps.ts';
import type { Alteration, Alterations } from '../hooks.ts';
import { DONE, type PlannedEvent } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import type { Completion } from '../models/completion.ts';
import { toolCalls } from '../models/tools.ts';

type Plan = readonly PlannedEvent[];

export const toolsVariants: Alterations = {
  'chat-tool-interleaved': editsPieces('The pieces of several calls alternate in a chat stream.')(
    (before, calls) => {
      const longest = Math.max(...calls.map(({ length }) => length));
      const turns = Array.from({ length: longest }, (_, at) =>
        calls.flatMap((own) => own[at] ?? []),
      );
      const dues = calls.flat().map(({ dueMs }) => dueMs);
      return [...before, ...turns.flat().map((event, at) => ({ ...event, dueMs: dues[at] ?? 0 }))];
    },
  ),
  'chat-tool-text-before': editsAllChoices('An answer that calls tools has a text too.')((choice) =>
    editSaid(choice, (said) => (said.content === null ? { ...said, content: 'I look.' } : said)),
  ),
  'chat-tool-whole': editsPieces(
    'Each call is in one chunk of a chat stream, the first one in its first chunk.',
  )((_, calls, { calls: planned, tokens }) =>
    toolCalls(planned, tokens).flatMap((call, index) =>
      (calls[index] ?? [])
        .slice(-1)
        .map((event) => withDelta(event, { role: 'assistant', tool_calls: [{ index, ...call }] })),
    ),
  ),
};

/** The calls of a chat stream, each in its pieces, and what comes before them. */
function editsPieces(summary: string) {
  return (
    edit: (before: Plan, calls: readonly Plan[], completion: Completion) => Plan,
  ): Alteration =>
    after('planChat')(summary)((events, completion) => {
      const first = events.findIndex((event) => indexOf(event) !== undefined);
      if (first === -1) return events;
      const others = events.slice(first).filter((event) => indexOf(event) === undefined);
      const calls = completion.calls.map((_, at) =>
        events.filter((event) => indexOf(event) === at),
      );
      return [...edit(events.slice(0, first), calls, completion), ...others];
    });
}

/** The index of the call to which a chunk adds. */
function indexOf({ data }: PlannedEvent): number | undefined {
  let index: number | undefined;
  if (data !== DONE)
    editDeltas(data, (delta) =>
      editItems(delta, 'tool_calls', (call) => {
        index = Number(call.index);
        return call;
      }),
    );
  return index;
}

function withDelta(event: PlannedEvent, delta: JsonObject): PlannedEvent {
  const { data } = event;
  return data === DONE ? event : { ...event, data: editDeltas(data, () => delta) };
}
