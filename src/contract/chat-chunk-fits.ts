/**
 * Whether a chunk of a chat stream certainly fits `ChatChunkSchema`. Most chunks do, and this check
 * takes a twentieth of the schema's time. When it is not certain, the caller runs the schema.
 */
export function surelyFitsChatChunk(chunk: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof chunk.id === 'string' &&
    chunk.object === 'chat.completion.chunk' &&
    Number.isInteger(chunk.created) &&
    typeof chunk.model === 'string' &&
    (chunk.usage === undefined || chunk.usage === null) &&
    Array.isArray(chunk.choices) &&
    chunk.choices.every(surelyFitsChoice)
  );
}

function surelyFitsChoice(choice: unknown): boolean {
  if (!isRecord(choice) || (choice.logprobs ?? null) !== null) return false;
  const { index, delta, finish_reason: reason } = choice;
  return Number.isInteger(index) && isTextOrNone(reason) && surelyFitsDelta(delta);
}

function surelyFitsDelta(delta: unknown): boolean {
  if (!isRecord(delta) || (delta.tool_calls ?? null) !== null) return false;
  return [delta.role, delta.content, delta.refusal].every(isTextOrNone);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
