import { gunzipSync } from 'node:zlib';

/** What a page that k6's dashboard exports shows: it is packed inside. Empty of any other text. */
export function dashboardData(page: string): string {
  const [, packed] = /<script[^>]*gzip; base64[^>]*>\s*([\w+/=\s]+)</.exec(page) ?? [];
  return packed === undefined ? '' : gunzipSync(Buffer.from(packed, 'base64')).toString();
}
