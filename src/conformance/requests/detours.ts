import { BILLABLE, OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { ProbeRequest } from '../gateway.ts';
import type { Difference, Expected } from './difference.ts';
import type { RequestForm } from './forms.ts';
import { unknownIds } from './members.ts';

/** What a client sends to a path of its own making, or with a method that is not for it. */
export function detours(
  { operation, stream }: RequestForm,
  word: string,
  offers: (operation: Operation) => boolean,
): readonly Difference[] {
  if (stream) return [];
  const { path } = OPERATIONS[operation];
  const methods = [
    ...(operation === 'images' || operation === 'video-create' ? ['PUT', 'PATCH'] : ['PATCH']),
    ...(operation === 'chat' ? ['GET'] : []),
  ];
  return [
    ...methods.map((method) => detour(method, 'refused', { operation, method })),
    detour('OPTIONS', 'either', { operation: 'other', path, method: 'OPTIONS' }),
    ...(operation === BILLABLE[0] ? ofNothing(word) : []),
    ...(operation === 'video-create' && offers('video-read')
      ? unknownIds(() => word).map(({ name, of }) =>
          detour(`read of ${name}`, 'refused', of({ operation: 'video-read' })),
        )
      : []),
    ...(operation === 'video-create' && offers('video-cancel')
      ? [
          detour('cancel of an unknown id', 'refused', {
            operation: 'video-cancel',
            id: `video_${word}`,
          }),
        ]
      : []),
  ];
}

function ofNothing(word: string): readonly Difference[] {
  const path = `/no/such/path/${word}`;
  return [
    detour('GET of an unknown path', 'refused', { operation: 'other', path }),
    detour('POST of an unknown path', 'refused', {
      operation: 'other',
      path,
      method: 'POST',
      body: { json: {} },
    }),
  ];
}

/** Who sends it stays; all else goes. */
function detour(name: string, expected: Expected, to: ProbeRequest): Difference {
  return {
    name,
    expected,
    of: ({ credential, authorization, carryKey }) => ({
      ...to,
      ...(credential && { credential }),
      ...(authorization !== undefined && { authorization }),
      ...(carryKey && { carryKey }),
    }),
  };
}

/** The same request in other legal forms of HTTP/1.1. */
export const HTTP_FORMS: readonly Difference[] = [
  {
    name: 'a chunked body',
    expected: 'accepted',
    of: (request) =>
      request.body && 'json' in request.body
        ? { ...request, body: { json: request.body.json, chunked: true } }
        : request,
  },
];
