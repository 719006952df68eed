/** A good chat completion with these members in place of its own. */
export function completion(members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'some-model-2026-01-01',
    choices: [choice()],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    ...members,
  };
}

/** A good choice with these members in place of its own. */
export function choice(members: Record<string, unknown> = {}): Record<string, unknown> {
  const message = { role: 'assistant', content: 'Hello' };
  return { index: 0, message, finish_reason: 'stop', ...members };
}
