import {
  type Credential,
  type Headers,
  header,
  type KeyCarriage,
} from '../../exchange/exchange.ts';
import type { Redactor } from '../../exchange/redaction/redact.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import { LIMITS } from '../../input/limits.ts';
import { looksSecret } from '../../target/looks-secret.ts';

/** Its name ends with "key", but it identifies a retry and is not secret. */
const NOT_SECRET: ReadonlySet<string> = new Set(['idempotency-key']);
/** A shorter value may occur in any text. */
const SHORTEST_SECRET = 8;

/** The secrets in the requests of clients: keys, cookies and other credentials. */
export class SeenSecrets {
  readonly #key: KeyCarriage | null;
  readonly #onSecret: (secret: Secret) => void;
  readonly #names = new Map<string, string>();
  #keys = 0;
  #redactor: Redactor;

  /**
   * @param key how keys are carried; null where the target takes none
   * @param redactor knows the secrets of the environment
   * @param onSecret called once for each secret
   */
  constructor(key: KeyCarriage | null, redactor: Redactor, onSecret: (secret: Secret) => void) {
    this.#key = key;
    this.#redactor = redactor;
    this.#onSecret = onSecret;
  }

  /** Replaces every secret that was seen so far. */
  get redactor(): Redactor {
    return this.#redactor;
  }

  /**
   * Learns the secrets of a request.
   * @param path with its query
   * @returns which key it carries; undefined when there are more secrets than Assay can search for
   */
  learn(headers: Headers, path: string): Credential | undefined {
    const { searchParams } = new URL(path, 'http://localhost');
    const carried = this.#key === null ? undefined : header(headers, this.#key.header);
    const credential = carried === undefined ? 'none' : this.#learnKey(carried);
    for (const [name, value] of [...headers, ...searchParams]) {
      if (isSecret(name) && !this.#learnValue(name, value)) return undefined;
    }
    return credential;
  }

  /** Whether a header is not recorded: that of the key, and those of the connection. */
  isWithheld(name: string): boolean {
    return name === this.#key?.header || name === 'host' || name === 'connection';
  }

  #learnKey(value: string): Credential | undefined {
    const key = lastWord(value);
    const known = this.#names.get(key);
    if (known === undefined) {
      this.#keys += 1;
      if (!this.#add({ name: KEY_NAMES[this.#keys - 1] ?? OTHER_KEY, value: key }))
        return undefined;
    }
    const name = this.#names.get(key);
    if (name === KEY_NAMES[0]) return 'first';
    // Whether a further key was ever issued is unknown.
    return name === KEY_NAMES[1] ? 'second' : 'carried';
  }

  #learnValue(name: string, value: string): boolean {
    const values = name === 'cookie' ? value.split(/;\s*/).map(afterEquals) : [lastWord(value)];
    return values.every((each) => this.#names.has(each) || this.#add({ name, value: each }));
  }

  #add(secret: Secret): boolean {
    if (this.#names.size >= LIMITS.watchedSecrets.value) return false;
    this.#names.set(secret.value, secret.name);
    if (secret.value.length >= SHORTEST_SECRET) {
      this.#redactor = this.#redactor.knowing(secret);
      this.#onSecret(secret);
    }
    return true;
  }
}

const KEY_NAMES = ['API key 1', 'API key 2'];
const OTHER_KEY = 'sent credential';

/** By the name only: an identifier of a request is as long and random as a key. */
function isSecret(name: string): boolean {
  return !NOT_SECRET.has(name) && looksSecret(name, '');
}

/** The value without its scheme, such as "Bearer". */
function lastWord(value: string): string {
  return value.slice(value.trimEnd().lastIndexOf(' ') + 1);
}

function afterEquals(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1);
}
