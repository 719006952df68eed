/**
 * The wait that a Retry-After asks for (RFC 9110 §10.2.3), in ms; undefined when it cannot be read.
 * @param nowUnixMs for a value that is a date
 */
export function waitOf(value: string, nowUnixMs: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowUnixMs);
}
