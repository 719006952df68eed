import type { z } from 'zod';

/** One place where a value contradicts a schema; has the shape of a finding. */
export interface Contradiction {
  /** Such as `integer`, `string` or `"response"`. */
  readonly expected: string;
  /** A short preview of the value, or `absent`. */
  readonly actual: string;
  /** Such as `choices[0].finish_reason`; absent for the value itself. */
  readonly where?: string;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const PREVIEW_CHARACTERS = 80;
const PREVIEW_MEMBERS = 8;

/** The first contradictions between a value and a schema; none when it fits. */
export function* contradictions(
  schema: z.ZodType,
  value: unknown,
  most = 8,
): Generator<Contradiction> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  let left = most;
  for (const issue of issues) {
    for (const found of fromIssue(issue, value)) {
      if (left === 0) return;
      left -= 1;
      yield found;
    }
  }
}

function* fromIssue(issue: Issue, value: unknown): Generator<Contradiction> {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const path = [...issue.path, key];
      yield { expected: 'no such member', actual: preview(at(value, path)), ...where(path) };
    }
    return;
  }
  yield { expected: expected(issue), actual: preview(at(value, issue.path)), ...where(issue.path) };
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'nonoptional' ? 'a member' : issue.expected;
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'non-empty string'
        : `${issue.origin} of at least ${issue.minimum}`;
    case 'too_big':
      return `${issue.origin} of at most ${issue.maximum}`;
    case 'invalid_union':
      return 'one of the known shapes';
    default:
      return issue.message;
  }
}

function where(path: Path): { where?: string } {
  if (path.length === 0) return {};
  return { where: path.reduce<string>((whole, step) => whole + spelled(step, whole), '') };
}

function spelled(step: PropertyKey, before: string): string {
  if (typeof step === 'number') return `[${step}]`;
  const name = String(step);
  if (!/^[A-Za-z_]\w*$/.test(name)) return `[${cut(JSON.stringify(name))}]`;
  return before === '' ? cut(name) : `.${cut(name)}`;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? Reflect.get(inner, step)
        : undefined,
    value,
  );
}

/** A bounded word for any JSON value. */
function preview(value: unknown): string {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `array of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value).slice(0, PREVIEW_MEMBERS).map(cut);
    return names.length === 0 ? '{}' : `object with ${names.join(', ')}`;
  }
  return String(value);
}

function cut(text: string): string {
  return text.length <= PREVIEW_CHARACTERS ? text : `${text.slice(0, PREVIEW_CHARACTERS)}…`;
}
