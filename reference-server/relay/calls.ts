import type { IncomingMessage } from 'node:http';
import type { Gateway } from '../gateway.ts';
import type { Body } from '../http/fields.ts';
import type { Behaviour } from '../models/models.ts';
import { POSTS, type PostOperation } from '../routes.ts';
import type { ProviderCall } from './provider/provider.ts';

/** Models with a behaviour of their own stay the gateway's. */
function isRelayed({ provider }: Gateway, behaviour: Behaviour): boolean {
  return provider !== undefined && behaviour === 'normal';
}

interface JsonRequest {
  readonly operation: PostOperation;
  readonly behaviour: Behaviour;
  readonly stream?: boolean;
  readonly body: Body;
  readonly bytes: Buffer;
}

/** The call that a valid request becomes; undefined if the gateway answers it without a provider. */
export function callWithJson(
  gateway: Gateway,
  request: IncomingMessage,
  { operation, behaviour, stream = false, body, bytes }: JsonRequest,
): ProviderCall | undefined {
  if (!isRelayed(gateway, behaviour)) return undefined;
  const sent = gateway.hooks.providerBody(body, bytes, operation);
  const headers = {
    'content-type': 'application/json',
    ...gateway.hooks.providerHeaders(request.headers, { operation, stream }),
    'content-length': String(sent.length),
  };
  return { operation, method: 'POST', path: POSTS[operation].path, headers, body: sent, stream };
}

/** The call that a valid upload becomes, with the bytes of the caller. */
export function callWithForm(
  gateway: Gateway,
  request: IncomingMessage,
  { behaviour, bytes }: { readonly behaviour: Behaviour; readonly bytes: Buffer },
): ProviderCall | undefined {
  if (!isRelayed(gateway, behaviour)) return undefined;
  const operation = 'transcription';
  const given = request.headers['content-type'] ?? '';
  const { contentType, bytes: body } = gateway.hooks.providerForm({ contentType: given, bytes });
  const headers = {
    'content-type': contentType,
    ...gateway.hooks.providerHeaders(request.headers, { operation, stream: false }),
    'content-length': String(body.length),
  };
  return { operation, method: 'POST', path: POSTS[operation].path, headers, body, stream: false };
}
