import { PLACEHOLDER } from '../exchange/access.ts';
import { UsageError } from '../input/usage-error.ts';
import { looksSecret } from './looks-secret.ts';

/** The characters of a header value (RFC 9110 §5.5), limited to ASCII. */
export const PRINTABLE = /^[\t\x20-\x7e]*$/;

/** Finds the secrets, and names them. */
export class Secrets {
  readonly found: Record<string, string>;
  readonly #environment: Readonly<NodeJS.ProcessEnv>;

  /** @param found those that are known already */
  constructor(
    environment: Readonly<NodeJS.ProcessEnv>,
    found: Readonly<Record<string, string>> = {},
  ) {
    this.#environment = environment;
    this.found = { ...found };
  }

  /** The value with a placeholder for each secret in it. */
  hide(subject: string, name: string, value: string): string {
    const places = [...value.matchAll(PLACEHOLDER)];
    for (const [, variable = ''] of places) this.#take(subject, variable);
    if (value.replaceAll(PLACEHOLDER, '').includes('${')) {
      throw new UsageError(
        `${subject} contains \${ without a variable name. Write \${NAME}, with letters, digits and underscores.`,
      );
    }
    if (places.length > 0 || value === '' || !looksSecret(name, value)) return value;
    return this.placeholder(name, value);
  }

  /** What stands for a value that is always a secret. */
  placeholder(name: string, value: string): string {
    return `\${${this.#name(name, value)}}`;
  }

  #take(subject: string, variable: string): void {
    const value = this.#environment[variable] ?? '';
    if (value === '') {
      throw new UsageError(
        `${subject} needs the environment variable ${variable}, which is not set. Set it, or remove \${${variable}}.`,
      );
    }
    if (!PRINTABLE.test(value)) {
      throw new UsageError(
        `${variable} contains a line break, a control character or a character outside ASCII, which is invalid in a header. Set it to the value only.`,
      );
    }
    this.found[variable] = value;
  }

  #name(name: string, value: string): string {
    const base = name
      .toUpperCase()
      .replaceAll(/\W/g, '_')
      .replace(/^(?=\d)/, '_');
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? base : `${base}_${count}`;
      if ((this.found[candidate] ?? value) !== value) continue;
      this.found[candidate] = value;
      return candidate;
    }
  }
}
