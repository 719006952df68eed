import { createHash } from 'node:crypto';

/** Nothing may be loaded and no script may run but our own: a second wall behind the escaping. */
export function contentPolicy(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
