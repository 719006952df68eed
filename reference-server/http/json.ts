import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue | undefined;
}

/** Deeper than any real request, shallow enough for the recursion of `canonical`. */
const MAX_DEPTH = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON object from the bytes of a body; anything else is refused with 400. */
export function parseObject(bytes: Buffer): JsonObject {
  const value = parse(bytes);
  if (!isJsonObject(value)) throw Refusal.badRequest('The body must be one JSON object.');
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value);
}

/** Equal for all bodies with the same meaning; short for bodies of any size. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64');
}

/** The same text for all bodies that differ only in white space and in the order of fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

function parse(bytes: Buffer): JsonValue {
  if (depth(bytes) > MAX_DEPTH) {
    throw Refusal.badRequest('The body is nested too deeply.', 'nested_too_deeply');
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw Refusal.badRequest('The body is not valid JSON in UTF-8.');
  }
}

/** The deepest nesting, found without recursion: a body of brackets must not overflow the stack. */
function depth(bytes: Buffer): number {
  let level = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++level);
    else if (byte === 0x7d || byte === 0x5d) level -= 1;
  }
  return deepest;
}
