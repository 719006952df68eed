import { Refusal } from './http/refusal.ts';

/** The path of each POST, here and at a provider. */
export const POST_PATHS = {
  chat: '/chat/completions',
  responses: '/responses',
  images: '/images/generations',
  transcription: '/audio/transcriptions',
  'video-create': '/videos',
} as const;

export type PostOperation = keyof typeof POST_PATHS;

/** `video-content` is not in the interface: it serves the content_url. */
export type Operation = PostOperation | 'video-read' | 'video-cancel' | 'video-content';

export interface Route {
  readonly operation: Operation | 'options';
  /** The id of the video job; '' for the other operations. */
  readonly id: string;
  /** The methods of the path, as in the header Allow. */
  readonly allow: string;
}

const POSTS: ReadonlyMap<string, PostOperation> = new Map(
  Object.keys(POST_PATHS)
    .filter(isPostOperation)
    .map((operation) => [POST_PATHS[operation], operation]),
);

const VIDEO = /^\/videos\/([^/]+)(\/content)?$/;

/** The operation of a path and a method; 404 for another path, 405 for another method. */
export function findRoute(method: string, path: string): Route {
  const posted = POSTS.get(path);
  if (posted !== undefined) return choose(method, { POST: posted });
  const [, id, content] = VIDEO.exec(path) ?? [];
  if (id === undefined) throw Refusal.notFound('There is no such path.', 'unknown_path');
  if (content !== undefined) return choose(method, { GET: 'video-content' }, decode(id));
  return choose(method, { GET: 'video-read', DELETE: 'video-cancel' }, decode(id));
}

function choose(
  method: string,
  methods: Readonly<Record<string, Operation | undefined>>,
  id = '',
): Route {
  const allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { operation: 'options', id, allow };
  const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (operation === undefined) throw methodNotAllowed(allow);
  return { operation, id, allow };
}

function methodNotAllowed(allow: string): Refusal {
  return new Refusal({
    status: 405,
    type: 'invalid_request_error',
    message: 'The path does not support this method.',
    code: 'method_not_allowed',
    headers: { allow },
  });
}

function isPostOperation(name: string): name is PostOperation {
  return Object.hasOwn(POST_PATHS, name);
}

/** An id that cannot be decoded belongs to no job. */
function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}
