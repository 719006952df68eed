import { isJsonObject } from '../../answers/json.ts';

/** Applies a JSON merge patch (RFC 7396): `null` removes a member, and an array replaces the whole array. */
export function mergePatch(target: object, patch: object): object {
  const result: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = isJsonObject(value) ? mergePatch(objectOf(result[name]), value) : value;
  }
  return result;
}

function objectOf(value: unknown): object {
  return isJsonObject(value) ? value : {};
}
