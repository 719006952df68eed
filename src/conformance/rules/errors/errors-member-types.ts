import { OPERATION_NAMES } from '../../../contract/operations.ts';
import type { Expectations } from '../../expectations.ts';
import { isJsonObject, member } from '../../json-members.ts';
import { failures } from '../../probes/failures.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Typed clients that find a number for a string throw, and hide the failure behind their own. */
export const errorsMemberTypes: JudgeRule<'failure'> = {
  id: 'errors-member-types',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Errors (all four string); OpenAI OpenAPI 2.3.0, Error (param, code nullable)',
  statement:
    'In an error, message and type are non-empty strings, param and code are strings or null, and none is null spelled as text.',
  provenBy: 'err-code-number',
  evidence: 'failure',
  operations: OPERATION_NAMES,
  probe: failures,

  *judge({ json }, expect) {
    const error = member(json, 'error');
    need(isJsonObject(error), 'a body with an error object');

    for (const name of ['message', 'type', 'param', 'code']) {
      const value = error[name];
      const expected = value === undefined ? undefined : wanted(name, value, expect);
      if (expected !== undefined) yield { expected, actual: value, where: `error.${name}` };
    }
  },
};

/** What should stand there instead; undefined when the value may. */
function wanted(name: string, value: unknown, expect: Expectations): string | undefined {
  const nullable = expect.errorNullableMembers.includes(name);
  if (value === null && nullable) return undefined;
  if (name === 'code' && expect.errorCodeNumber && typeof value === 'number') return undefined;
  const kind = name === 'message' || name === 'type' ? 'non-empty string' : 'string';
  if (typeof value !== 'string' || (value === '' && kind !== 'string')) {
    return nullable ? `${kind} or null` : kind;
  }
  return /^(?:null|None|undefined)$/.test(value) ? 'a word, or null itself' : undefined;
}
