/** In JSON that is serialized again, where only a lone surrogate is still escaped. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Whether an event has an escape of half a character, which is not a character in any encoding.
 * @param data the text of the event
 * @param json the same, parsed
 */
export function hasHalfCharacter(data: string, json: unknown): boolean {
  return /\\u[dD][89a-fA-F]/.test(data) && LONE_SURROGATE.test(JSON.stringify(json) ?? '');
}
