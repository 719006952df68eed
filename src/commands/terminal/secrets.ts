import { Redactor, runSecrets } from '../../exchange/redaction/redact.ts';
import { redactModel } from '../../exchange/redaction/redact-model.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import { isKeyVariable } from '../../target/keys.ts';
import type { Target } from '../../target/target.ts';

/** The variable of the key of the second tenant ends with this. */
const OF_SECOND = /_2$/;

let redactor = new Redactor([]);

/**
 * Begins a command: from now on, only the API keys of this environment are secrets. A command
 * without a target, such as `assay judge`, does not show them either.
 */
export function knowOnlyKeysOf(environment: Readonly<NodeJS.ProcessEnv>): void {
  redactor = new Redactor([]);
  knowKeysOf(environment);
}

/** Adds the API keys of this environment: programs may make several runs at once. */
export function knowKeysOf(environment: Readonly<NodeJS.ProcessEnv>): void {
  for (const [variable, value = ''] of Object.entries(environment)) {
    if (!isKeyVariable(variable)) continue;
    knowSecrets([{ name: OF_SECOND.test(variable) ? 'API key 2' : 'API key 1', value }]);
  }
}

/** Adds the keys of a target, and the secrets in its headers and query. */
export function knowSecretsOf({ keys, access }: Pick<Target, 'keys' | 'access'>): void {
  knowSecrets(runSecrets(keys.first, keys.second, access));
}

/** The model with markers in place of the secrets: the last step before it is printed or written. */
export function withoutSecrets<Model>(model: Model): Model {
  return redactModel(model, redactor);
}

/** Adds secrets, such as those seen in requests of clients. */
export function knowSecrets(secrets: readonly Secret[]): void {
  for (const secret of secrets) redactor = redactor.knowing(secret);
}
