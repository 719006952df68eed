import type { Exchange } from '../../exchange/exchange.ts';
import { requestShort } from '../../exchange/http/short-request.ts';
import type { Target } from '../../target/target.ts';

const DEADLINE_MS = 2000;
const LARGEST_BYTES = 1024 * 1024;

/** That a target speaks HTTP/1.1 in place of HTTP/2, and what to do; undefined where it does not answer that either. */
export async function http2Problem(
  { answer }: Pick<Exchange, 'answer'>,
  { address, access: { http2, ...access } }: Pick<Target, 'address' | 'access'>,
): Promise<string | undefined> {
  if (!http2 || answer !== undefined) return undefined;
  const order = { access, largestBytes: LARGEST_BYTES, deadlineMs: DEADLINE_MS };
  const speaksHttp1 = await requestShort(address, order).then(
    () => true,
    () => false,
  );
  if (!speaksHttp1) return undefined;
  const how = address.startsWith('https:') ? 'by ALPN' : 'by prior knowledge';
  return `The target speaks HTTP/1.1, and no HTTP/2 ${how}: ${address}. Turn HTTP/2 on there, or remove --http2, which is http2 in the configuration.`;
}
