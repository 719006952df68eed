/** A good error with these members in place of its own. */
export function wrapper(members: Record<string, unknown> = {}): Record<string, unknown> {
  const good = { message: 'No such model.', type: 'invalid_request_error', param: null, code: 'x' };
  return { error: { ...good, ...members } };
}
