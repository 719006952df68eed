/** Names of headers and parameters that carry credentials. */
const NAMES =
  /auth|token|secret|passw|pwd|credential|cookie|session|signature|(?:api|access|private|virtual)-?key|(?:^|[-_.])(?:key|sig|code|jwt|sas|pass|pat|virtual)$/i;

/** Known forms of credentials, and any long random word. */
const VALUES: readonly RegExp[] = [
  /^(?:bearer|basic|token)\s/i,
  /^(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[a-z])[-_]/,
  /^AKIA[A-Z\d]{16}$/,
  /^eyJ[\w-]+\.[\w-]+/,
  /^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{32,}$/,
];

/** Whether a value must not be shown, by its name or its form. */
export function looksSecret(name: string, value: string): boolean {
  return NAMES.test(name) || VALUES.some((pattern) => pattern.test(value));
}
