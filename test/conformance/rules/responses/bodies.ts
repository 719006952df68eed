/** A good response with these members in place of its own. */
export function response(members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'resp-1',
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: 'some-model-2026-01-01',
    output: [message('Hello ', 'world')],
    output_text: 'Hello world',
    usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    ...members,
  };
}

/** A message item with one output-text part for each text. */
export function message(...texts: readonly string[]): Record<string, unknown> {
  const content = texts.map((text) => ({ type: 'output_text', text, annotations: [] }));
  return { id: 'msg-1', type: 'message', role: 'assistant', status: 'completed', content };
}
