import { isJsonObject, type JsonObject, member } from '../../../answers/json.ts';
import type { Answer, Stream } from '../../../answers/narrow.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import type { StreamEvent } from '../../../exchange/sse.ts';
import type { Expectations } from '../../expectations.ts';
import { failures } from '../../probes/failures.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/** Typed clients fail on a number in place of a string, and their own error hides the failure. */
export const errorsMemberTypes: JudgeRule<'begun'> = {
  id: 'errors-member-types',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Errors (all four string); OpenAI OpenAPI 2.3.0, Error (param, code nullable)',
  statement:
    'The message and type of an error are non-empty strings; its param and code are strings or null.',
  provenBy: 'err-code-number',
  evidence: 'begun',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge(reply, expect) {
    const errors = errorsIn(reply);
    need(errors.length > 0, 'a body or an event with an error object', 'errors-wrapper');

    for (const { error, ...place } of errors) {
      for (const name of ['message', 'type', 'param', 'code']) {
        const value = error[name];
        const expected = value === undefined ? undefined : wanted(name, value, expect);
        if (expected === undefined) continue;
        yield { expected, actual: value, ...place, where: `${place.where}${name}` };
      }
    }
  },
};

interface FoundError extends Pick<Finding, 'atMs'> {
  readonly where: string;
  readonly error: JsonObject;
}

/** The error of a failure, or those in a stream. */
function errorsIn(reply: Answer | Stream): readonly FoundError[] {
  if (reply.form === 'stream') return reply.events.flatMap(errorsOfEvent);
  const error = reply.status >= 300 ? member(reply.json, 'error') : undefined;
  return isJsonObject(error) ? [{ error, where: 'error.' }] : [];
}

function errorsOfEvent({ json, atMs }: StreamEvent): readonly FoundError[] {
  if (!isJsonObject(json)) return [];
  if (isJsonObject(json.error)) return [{ error: json.error, where: 'error.', atMs }];
  // The error event of a responses stream has these fields itself, and its type marks it.
  if (json.type !== 'error') return [];
  return [{ error: { ...json, type: undefined }, where: 'error event, ', atMs }];
}

/** The value that is expected instead; undefined if the value is allowed. */
function wanted(name: string, value: unknown, expect: Expectations): string | undefined {
  const nullable = expect.errorNullableMembers.includes(name);
  if (value === null && nullable) return undefined;
  if (name === 'code' && expect.errorCodeNumber && typeof value === 'number') return undefined;
  const kind = name === 'message' || name === 'type' ? 'non-empty string' : 'string';
  if (typeof value !== 'string' || (value === '' && kind !== 'string')) {
    return nullable ? `${kind} or null` : kind;
  }
  return undefined;
}
