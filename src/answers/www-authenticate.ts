/** One challenge of a WWW-Authenticate header. */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** In lower case, in their order. */
  readonly parameters: readonly string[];
}

/** The text between commas outside of quoted strings. */
const ELEMENT = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g;
const PARAMETER = /^([!#$%&'*+\-.^`|~\w]+)[ \t]*=[ \t]*(?:[!#$%&'*+\-.^`|~\w]+|".*")$/s;
const SCHEME = /^([!#$%&'*+\-.^`|~\w]+)(?:[ \t]+(.*))?$/s;

/**
 * The challenges of one header value (RFC 9110 §11.6.1), which holds one or more, each with
 * parameters that are separated by commas too. Anything else is ignored.
 */
export function readChallenges(value: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: string[] }[] = [];
  for (const [piece] of value.matchAll(ELEMENT)) {
    const element = piece.trim();
    const isParameter = PARAMETER.test(element);
    const [, scheme = '', rest = ''] = isParameter ? [] : (SCHEME.exec(element) ?? []);
    if (scheme !== '') challenges.push({ scheme: scheme.toLowerCase(), parameters: [] });
    const name = PARAMETER.exec(isParameter ? element : rest)?.[1];
    if (name !== undefined) challenges.at(-1)?.parameters.push(name.toLowerCase());
  }
  return challenges;
}
