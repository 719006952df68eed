/**
 * Whether an event of a stream, or a whole body, says that the request failed: it has an `error`, as clients
 * look for it, or its type or its status says so. The engine uses the same definition (`reported_error.go`).
 * @param json the parsed data
 * @param eventName the `event:` field
 */
export function reportsError(json: unknown, eventName = ''): boolean {
  const type = part(json, 'type');
  return (
    eventName === 'error' ||
    Boolean(part(json, 'error')) ||
    Boolean(part(part(json, 'response'), 'error')) ||
    type === 'error' ||
    type === 'response.failed' ||
    (part(json, 'object') === 'response' && part(json, 'status') === 'failed')
  );
}

function part(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
