import { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import { zodSentence } from './zod-sentence.ts';

type Issue = z.core.$ZodIssue;
type Node = z.core.JSONSchema.BaseSchema;

/** What is wrong with a user's value, a sentence with its place. */
export interface Problem {
  /** Keys and indices from the root. */
  readonly path: readonly PropertyKey[];
  readonly sentence: string;
}

/**
 * One sentence for the first problem of a user's value: its place, and what the schema needs there.
 * Unknown keys come before all else, a sentence each, with the nearest known one, at any depth.
 */
export function firstProblem(schema: z.ZodType, error: z.ZodError, written: unknown): string {
  const unknown = error.issues.flatMap((issue) => unknownKeys(schema, issue));
  const [first] = error.issues;
  const shown =
    unknown.length > 0 || first === undefined ? unknown : problemsIn(schema, first, written);
  return shown.map(({ sentence }) => sentence).join(' ') || 'It is malformed.';
}

/** All problems. A mistyped key is also a missing one: the mistyped key is reported. */
export function allProblems(
  schema: z.ZodType,
  error: z.ZodError,
  written: unknown,
): readonly Problem[] {
  const places = (issues: readonly Issue[]) => new Set(issues.map(({ path }) => path.join('.')));
  const mistyped = places(error.issues.filter(({ code }) => code === 'unrecognized_keys'));
  return error.issues
    .filter(
      ({ path }) =>
        valueAt(written, path) !== undefined || !mistyped.has(path.slice(0, -1).join('.')),
    )
    .flatMap((issue) => problemsIn(schema, issue, written));
}

function problemsIn(schema: z.ZodType, outer: Issue, written: unknown): readonly Problem[] {
  const issue = innermost(outer) ?? outer;
  const inside = unknownKeys(schema, issue);
  if (inside.length > 0) return inside;
  const { path } = issue;
  const where = path.join('.');
  const said = zodSentence(issue, valueAt(written, path));
  const sentence = /[.?]$/.test(said) ? said : `${said}.`;
  return [{ path, sentence: where === '' ? sentence : `${where}: ${sentence}` }];
}

/** One for each; none for an issue of another kind. */
function unknownKeys(schema: z.ZodType, issue: Issue): readonly Problem[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const known = keysAt(schema, issue.path);
  return issue.keys.map((key) => {
    const path = [...issue.path, key];
    const remedy = didYouMean(key, known) || ` Known keys: ${known.join(', ')}.`;
    return { path, sentence: `Unknown key: ${path.join('.')}.${remedy}` };
  });
}

/** A mistyped key is also a missing one: the mistyped key is reported. */
function firstOf(issues: readonly Issue[]): Issue | undefined {
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
}

/** The problem by the member of a union that fits best. */
function innermost(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const [best] = issue.errors
    .filter((member) => !member.some(isOfAnotherKind))
    .toSorted((one, other) => one.length - other.length);
  const inner = innermost(firstOf(best ?? []));
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function isOfAnotherKind({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
  }, written);
}

/** The keys that are allowed at a place, of all members of a union. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let nodes = membersOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  for (const step of path) nodes = nodes.flatMap((node) => childrenOf(node, step));
  return [...new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

function childrenOf({ items, properties, additionalProperties }: Node, step: PropertyKey): Node[] {
  const child = typeof step === 'number' ? items : properties?.[String(step)];
  return [child ?? additionalProperties].flat().flatMap(membersOf);
}

function membersOf(node: Node | boolean | undefined): Node[] {
  if (typeof node !== 'object') return [];
  return node.anyOf?.flatMap(membersOf) ?? [node];
}
