import { type Access, isRelayed, shownProxy } from '../../exchange/access.ts';
import { type Exchange, mediaType } from '../../exchange/exchange.ts';
import { NO_CONNECTION, proxyFailure } from '../../exchange/http/transport-failure.ts';
import type { Target } from '../../target/target.ts';
import { TargetMisaddressed, TargetUnreachable } from '../../target/target-unreachable.ts';

/** What a proxy answers in place of a target that it does not reach. */
const IN_PLACE: ReadonlySet<string> = new Set(['403', '502', '503', '504']);

/** Such as ` through the proxy http://proxy.example:3128`, after an address; '' without a proxy. */
export function throughProxy(access: Access): string {
  const proxy = shownProxy(access);
  return proxy === undefined ? '' : ` through the proxy ${proxy}`;
}

/** Refuses to go on when the proxy did not pass the request on, or did not answer. */
export function requireProxy(
  { outcome, failure, answer }: Exchange,
  { address, access }: Pick<Target, 'address' | 'access'>,
): void {
  const proxy = shownProxy(access);
  if (proxy === undefined) return;
  const relays = isRelayed(address, access);
  const own = proxyFailure(failure) ?? (relays && outcome === 'refused' ? failure : undefined);
  const from = `${access.proxy?.from}`;
  const status = relays ? statusInPlace(answer) : own;
  if (status === '407') throw new TargetMisaddressed(credentialsSentence(proxy, from, access));
  if (status === '403') {
    throw new TargetUnreachable(
      `The proxy refuses the target: ${address} (403 from ${proxy}). Ask who runs it to permit the target, or name its host in NO_PROXY where it can be reached directly.`,
    );
  }
  if (status !== undefined && /^\d/.test(status)) {
    throw new TargetUnreachable(
      `The proxy did not reach the target: ${address} (${status} from ${proxy}). Check the host and the port of the target, and that it is running.`,
    );
  }
  if (failure === NO_CONNECTION) {
    throw new TargetUnreachable(
      `The proxy is unresponsive: ${proxy} (${failure}). Check its address in ${from}, and that it reaches ${address}.`,
    );
  }
  if (own === undefined) return;
  const what = /^(ENOTFOUND|EAI_AGAIN)/.test(own)
    ? 'Host of the proxy was not found'
    : own === 'ECONNREFUSED'
      ? 'The proxy refused the connection'
      : 'The proxy opened no connection to the target';
  throw new TargetUnreachable(`${what}: ${proxy} (${own}). Check its address in ${from}.`);
}

/** A gateway answers in JSON; only a proxy asks for credentials of its own. */
function statusInPlace(answer: Exchange['answer']): string | undefined {
  const status = `${answer?.status}`;
  const isPage = mediaType(answer?.headers ?? []) === 'text/html';
  return status === '407' || (isPage && IN_PLACE.has(status)) ? status : undefined;
}

function credentialsSentence(
  proxy: string,
  from: string,
  { proxy: set }: Target['access'],
): string {
  return set?.url.includes('@')
    ? `The proxy refused its credentials: ${proxy} (407). Check those in ${from}.`
    : `The proxy asks for credentials: ${proxy} (407). Write them into ${from}, as in http://USER:PASSWORD@HOST:PORT.`;
}
