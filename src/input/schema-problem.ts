import { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import { zodSentence } from './zod-sentence.ts';

type Issue = z.core.$ZodIssue;
type Node = z.core.JSONSchema.BaseSchema;

/**
 * One sentence for the first problem of a user's value: its place, and what the schema needs there.
 * Unknown keys come before all else, a sentence each, with the nearest known one, at any depth.
 */
export function firstProblem(schema: z.ZodType, error: z.ZodError, written: unknown): string {
  const unknown = error.issues.flatMap((issue) => unknownKeys(schema, issue));
  if (unknown.length > 0) return unknown.join(' ');
  const issue = innermost(error.issues[0]);
  if (issue === undefined) return 'It is malformed.';
  const inside = unknownKeys(schema, issue);
  if (inside.length > 0) return inside.join(' ');
  const where = issue.path.join('.');
  const said = zodSentence(issue, valueAt(written, issue.path));
  const sentence = /[.?]$/.test(said) ? said : `${said}.`;
  return where === '' ? sentence : `${where}: ${sentence}`;
}

/** A sentence for each; none for an issue of another kind. */
function unknownKeys(schema: z.ZodType, issue: Issue): readonly string[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const known = keysAt(schema, issue.path);
  return issue.keys.map((key) => {
    const remedy = didYouMean(key, known) || ` Known keys: ${known.join(', ')}.`;
    return `Unknown key: ${[...issue.path, key].join('.')}.${remedy}`;
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
