import type { IncomingMessage } from 'node:http';
import type { Gateway } from '../hooks.ts';
import type { Body } from '../http/fields.ts';
import type { Behaviour } from '../models/models.ts';
import { POSTS, type PostOperation } from '../routes.ts';
import type { ProviderCall } from './provider/provider.ts';
import type { UploadedForm } from './relay-steps.ts';

interface PostRequest {
  readonly operation: PostOperation;
  readonly behaviour: Behaviour;
  readonly stream?: boolean;
  readonly isText?: boolean;
  /** The JSON that the bytes are; absent for an upload. */
  readonly body?: Body;
  readonly bytes: Buffer;
}

/**
 * The call that a valid request becomes, with the bytes of the caller; undefined if the gateway
 * answers it without a provider, as models with a behaviour of their own.
 */
export function callOf(
  { provider, hooks }: Gateway,
  { headers: given }: IncomingMessage,
  { operation, behaviour, stream = false, isText = false, body: json, bytes }: PostRequest,
): ProviderCall | undefined {
  if (provider === undefined || behaviour !== 'normal') return undefined;
  const sent: UploadedForm =
    json === undefined
      ? hooks.providerForm({ contentType: given['content-type'] ?? '', bytes })
      : { contentType: 'application/json', bytes: hooks.providerBody(json, bytes, operation) };
  const headers = {
    'content-type': sent.contentType,
    ...hooks.providerHeaders(given, { operation, stream }),
    'content-length': String(sent.bytes.length),
  };
  const { path } = POSTS[operation];
  return { operation, method: 'POST', path, headers, body: sent.bytes, stream, isText };
}
