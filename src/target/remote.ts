import { OPERATIONS } from '../contract/operations.ts';
import {
  type Access,
  acceptsAny,
  isRelayed,
  NO_ACCESS,
  placeOf,
  shownProxy,
} from '../exchange/access.ts';
import { defined, present } from '../input/defined.ts';
import { UsageError } from '../input/usage-error.ts';
import { keyRemedy, NO_KEYS, readKeys } from './keys.ts';
import { accessTo } from './read-proxy.ts';
import type { TargetKind } from './target.ts';

/** A gateway at an address, with the user's keys. */
export const remote: TargetKind = {
  summary: 'http(s)://…  a gateway at an address; its keys in ASSAY_API_KEY and ASSAY_API_KEY_2',
  takes: (text) => /[:/.]/.test(text),
  check: (text) => void parseAddress(text),

  async start({ text, environment, keyVariable, takesKey = true, access: written = NO_ACCESS }) {
    const address = parseAddress(text);
    const access = accessTo(address, written, environment);
    return {
      kind: 'remote',
      address,
      keys: takesKey ? readKeys(environment, keyVariable) : NO_KEYS,
      access,
      keyRemedy: takesKey
        ? keyRemedy(environment, keyVariable)
        : 'The profile sets keyHeader to null: set it to the header of the key, such as x-api-key.',
      profile: 'default',
      ...defined({ note: routeNote(address, access) }),
      ended: async () => undefined,
      stop: async () => {},
    };
  },
};

/** For the report of a target that is not reached as usual; undefined for others. */
export function routeNote(address: string, access: Access): string | undefined {
  const proxy = shownProxy(access);
  const sentences = present([
    proxy !== undefined && `Requests went through the proxy ${proxy}, which the times include.`,
    access.http2 && 'Requests were sent over HTTP/2.',
    isRelayed(address, access) &&
      'Framing, connections and headers of a connection are those of the proxy.',
    access.unixSocket !== undefined && `Connections were made to the socket ${access.unixSocket}.`,
    addressesOf(address, access) !== undefined &&
      `Connections were made to ${addressesOf(address, access)}, in place of what the name stands for.`,
    acceptsAny(address, access) && 'The certificate of the target was not verified.',
  ]);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The addresses that are set for a target, such as `10.0.0.1, 10.0.0.2`; undefined where its name decides. */
export function addressesOf(address: string, { resolve }: Access): string | undefined {
  return resolve?.[placeOf(address)]?.join(', ');
}

/** Whether a target is the address of a gateway, and not the name of one that Assay starts. */
export function isAddress(target: string): boolean {
  return /^https?:/.test(target);
}

/**
 * The base address that the operations' paths are appended to, without a slash at its end.
 * An error does not repeat a part that may be a secret.
 * @throws UsageError
 */
export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (text.includes('@') && !(web && url.username === '' && url.password === '')) {
    throw new UsageError(
      'The address of the target contains credentials. Remove them: keys come from ASSAY_API_KEY.',
    );
  }
  if (/^https?:/i.test(text) && url === undefined) {
    throw new UsageError(
      `Invalid address: ${JSON.stringify(text)}. Check its host and its port, which is at most 65535.`,
    );
  }
  if (!web) {
    throw new UsageError(
      `Invalid address: ${JSON.stringify(text)}. Start it with http:// or https://, such as http://127.0.0.1:8080/v1.`,
    );
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(
      `The address of the target has a query or a fragment: ${base}. Remove it: paths are appended to the address. A query of every request is query in assay.yaml.`,
    );
  }
  const operationPath = Object.values(OPERATIONS).find(({ path }) => base.endsWith(path))?.path;
  if (operationPath !== undefined) {
    throw new UsageError(
      `The address of the target ends with the path of an operation: ${base}. Remove ${operationPath}.`,
    );
  }
  return base;
}
