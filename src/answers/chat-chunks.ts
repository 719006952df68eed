import type { StreamEvent } from '../exchange/sse.ts';
import { isJsonObject, type JsonObject, member, objectsIn, textOf } from './json.ts';
import { memoizeLast } from './memo-last.ts';
import type { Stream } from './narrow.ts';

/** One event of a chat stream that holds a JSON object, whatever its shape. */
export interface ChatChunk {
  readonly event: StreamEvent;
  readonly json: JsonObject;
  readonly choices: readonly ChunkChoice[];
}

export interface ChunkChoice {
  /** 0 when the chunk has none, as clients assume. */
  readonly index: number;
  readonly delta: JsonObject;
  /** Text that the delta adds; '' when it adds none. */
  readonly content: string;
  readonly finishReason: unknown;
}

/** The chunks of a chat stream in order, without [DONE] and events that are not JSON objects. */
export const chatChunks = memoizeLast((stream: Stream): readonly ChatChunk[] => {
  const chunks: ChatChunk[] = [];
  for (const event of stream.events) {
    if (isJsonObject(event.json)) chunks.push(readChunk(event, event.json));
  }
  return chunks;
});

/** Whether a chunk brings a role, text or an end; Azure also sends chunks about filters. */
export function addsToChoice({ choices }: ChatChunk): boolean {
  return choices.some(
    ({ content, delta, finishReason }) =>
      content !== '' || typeof delta.role === 'string' || typeof finishReason === 'string',
  );
}

/** The message of the first choice of a whole completion. */
export function firstMessage(completion: unknown): unknown {
  return objectsIn(member(completion, 'choices'))[0]?.message;
}

/** The parts of the first choice. */
export function firstChoice(stream: Stream): readonly ChunkChoice[] {
  return chatChunks(stream)
    .flatMap(({ choices }) => choices)
    .filter(({ index }) => index === 0);
}

export function chatStreamText(stream: Stream): string {
  return firstChoice(stream)
    .map(({ content }) => content)
    .join('');
}

function readChunk(event: StreamEvent, json: JsonObject): ChatChunk {
  return { event, json, choices: objectsIn(json.choices).map(readChoice) };
}

function readChoice(choice: JsonObject): ChunkChoice {
  const delta = isJsonObject(choice.delta) ? choice.delta : {};
  return {
    index: typeof choice.index === 'number' ? choice.index : 0,
    delta,
    content: textOf(member(delta, 'content')),
    finishReason: choice.finish_reason,
  };
}
