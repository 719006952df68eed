import { z } from 'zod';

const present = z.unknown();

/** Stated: interface §Errors. One key, `error`, with its four members, whatever their type. */
export const ErrorWrapperSchema = z.strictObject({
  error: z.looseObject({ message: present, type: present, param: present, code: present }),
});

/**
 * Assumed: OpenAI OpenAPI 2.3.0, Error. The interface says string for all four; `param` and
 * `code` are null where they do not apply.
 */
export const ErrorSchema = z.looseObject({
  message: z.string().min(1),
  type: z.string().min(1),
  param: z.string().nullable(),
  code: z.string().nullable(),
});

/**
 * Whether an event of a stream, or a whole body, says that the request failed: it has an `error`, as clients
 * look for it, or its type, object or status says so. The engine uses the same definition (`reported_error.go`).
 * @param json the parsed data
 * @param eventName the `event:` field
 */
export function reportsError(json: unknown, eventName = ''): boolean {
  const [type, object] = [part(json, 'type'), part(json, 'object')];
  return (
    eventName === 'error' ||
    Boolean(part(json, 'error')) ||
    Boolean(part(part(json, 'response'), 'error')) ||
    type === 'error' ||
    type === 'response.failed' ||
    object === 'error' ||
    (object === 'response' && part(json, 'status') === 'failed')
  );
}

function part(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
