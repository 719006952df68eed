const KEY = /\[(?:(?:part|hex|base64) of )?API key [12]\]/;

/** Whether a text that reached the upstream has the API key of a caller. */
export function hasCallerKey(text: string): boolean {
  return KEY.test(text);
}
