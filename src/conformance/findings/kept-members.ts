import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../../answers/json.ts';

/**
 * Whether a value reached the upstream. A gateway may add members to an object, such as a default, and
 * write one item in place of a list of one.
 */
export function isKept(sent: unknown, arrived: unknown): boolean {
  if (Array.isArray(sent)) {
    const items: readonly unknown[] = Array.isArray(arrived) ? arrived : [arrived];
    return items.length === sent.length && sent.every((item, at) => isKept(item, items[at]));
  }
  if (isJsonObject(sent)) {
    const names = Object.keys(sent);
    return isJsonObject(arrived) && names.every((name) => isKept(sent[name], arrived[name]));
  }
  return isDeepStrictEqual(sent, arrived);
}
