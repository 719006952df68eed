import { isObject } from './json.ts';
import { Refusal } from './refusal.ts';

export type Body = Readonly<Record<string, unknown>>;

/** The field `name`, which must be a string that is not empty. */
export function requireText(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw Refusal.badField(name, `${name} must be a string that is not empty.`);
}

/** The optional field `name`. */
export function optionalText(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value === 'string') return value;
  throw Refusal.badField(name, `${name} must be a string.`);
}

export function optionalBoolean(body: Body, name: string): boolean {
  const value = body[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw Refusal.badField(name, `${name} must be true or false.`);
}

/** Refuses a field that is present and not a finite number. */
export function checkNumber(body: Body, name: string): void {
  const value = body[name] ?? 0;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  throw Refusal.badField(name, `${name} must be a number.`);
}

export function optionalInteger(
  body: Body,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const value = body[name] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  throw Refusal.badField(name, `${name} must be an integer from ${least} to ${most}.`);
}

/** The limit `name`, which is optional and infinite by default. */
export function optionalBound(body: Body, name: string): number {
  const value = body[name] ?? null;
  if (value === null) return Number.POSITIVE_INFINITY;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw Refusal.badField(name, `${name} must be a positive integer.`);
}

export function optionalObject(body: Body, name: string): Body {
  const value = body[name] ?? {};
  if (isObject(value)) return value;
  throw Refusal.badField(name, `${name} must be an object.`);
}

/** The text of a content: a string, or an array of parts, some of them text. */
export function contentText(content: unknown, param: string): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content) || content.length === 0 || !content.every(isObject)) {
    throw Refusal.badField(param, `${param} must be a string or an array of parts.`);
  }
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}
