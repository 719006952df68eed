import type { Json } from './driver.ts';

const TIMES = new Set(['created', 'created_at', 'completed_at', 'timestamp']);
const RECENT_S = 600;

/**
 * A value in the form in which those of two runs are compared: ids become numbers in the order in
 * which they appear, so that equal ids stay equal, and present times become a word.
 */
export function comparable(value: Json): Json {
  const ids = [...new Set(idsIn(value))];
  return simplified(value, undefined, (text) =>
    ids.reduce((shown, id, index) => shown.replaceAll(id, `#${index + 1}`), text),
  );
}

function idsIn(value: Json, name = ''): string[] {
  if (typeof value === 'string') return /(?:^|_)id$/.test(name) && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .toSorted()
    .flatMap((key) => idsIn(memberOf(value, key), Array.isArray(value) ? name : key));
}

function simplified(
  value: Json,
  name: string | undefined,
  withoutIds: (text: string) => string,
): Json {
  if (name !== undefined && TIMES.has(name) && isRecent(value)) return 'now';
  if (typeof value === 'string') return withoutIds(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => simplified(item, undefined, withoutIds));
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, simplified(memberOf(value, key), key, withoutIds)]),
  );
}

function memberOf(value: Json & object, key: string): Json {
  const member: Json | undefined = Array.isArray(value) ? value[Number(key)] : value[key];
  return member ?? null;
}

/** A whole number of seconds, or a date as the AI SDK gives it. */
function isRecent(value: Json): boolean {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1000 : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return false;
  return Math.abs(Date.now() / 1000 - seconds) < RECENT_S;
}
