import { type JsonObject, parseObject } from '../http/json.ts';

/** A secret in JSON can consist of escapes. */
const ESCAPE = '\\u';

/** Removes what no caller may see from what the provider says. */
export class Veil {
  readonly #secrets: readonly string[];
  readonly #addresses: readonly string[];

  /** @param addresses of the provider, which are removed from errors only */
  constructor(secrets: readonly string[], addresses: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret !== '');
    this.#addresses = addresses;
  }

  /** The text of an error without secrets and addresses. */
  error(text: string): string {
    return without(text, [...this.#secrets, ...this.#addresses]);
  }

  /** A text that a model wrote, without secrets. */
  text(text: string): string {
    return without(text, this.#secrets);
  }

  /**
   * The same object without secrets, in names too. An address stays: it can be part of a text that a
   * model wrote.
   * @param source that the object was parsed from
   */
  body(body: JsonObject, source: Buffer | string): JsonObject {
    const isPlain = this.#secrets.every((secret) => !source.includes(secret));
    if (isPlain && !source.includes(ESCAPE)) return body;
    const spelled = this.#secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    return parseObject(Buffer.from(without(JSON.stringify(body), spelled)));
  }
}

function without(text: string, hidden: readonly string[]): string {
  return hidden.reduce((shown, each) => shown.replaceAll(each, '[removed]'), text);
}
