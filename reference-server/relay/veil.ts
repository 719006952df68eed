import { isJsonObject, type JsonObject, type JsonValue } from '../http/json.ts';

/** A secret in JSON can consist of escapes. */
const ESCAPE = '\\u';

/** Removes what no caller may see from what the provider says. */
export class Veil {
  readonly #secrets: readonly string[];
  readonly #hidden: readonly string[];

  /** @param addresses of the provider, which are removed from errors only */
  constructor(secrets: readonly string[], addresses: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret !== '');
    this.#hidden = [...this.#secrets, ...addresses];
  }

  /** The text of an error without secrets and addresses. */
  error(text: string): string {
    return without(text, this.#hidden);
  }

  /**
   * The same object without secrets, in names too. An address stays: it can be part of a text that a
   * model wrote.
   * @param source that the object was parsed from
   */
  body(body: JsonObject, source: Buffer | string): JsonObject {
    const isPlain = this.#secrets.every((secret) => !source.includes(secret));
    if (isPlain && !source.includes(ESCAPE)) return body;
    return this.#object(body);
  }

  #object(value: JsonObject): JsonObject {
    const members = Object.entries(value).map(([name, member]) => {
      const shown = member === undefined ? undefined : this.#value(member);
      return [without(name, this.#secrets), shown] as const;
    });
    return Object.fromEntries(members);
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return without(value, this.#secrets);
    if (isJsonObject(value)) return this.#object(value);
    return Array.isArray(value) ? value.map((item: JsonValue) => this.#value(item)) : value;
  }
}

function without(text: string, hidden: readonly string[]): string {
  return hidden.reduce((shown, each) => shown.replaceAll(each, '[removed]'), text);
}
