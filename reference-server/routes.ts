import { Refusal } from './http/refusal.ts';

export type PostOperation = 'chat' | 'responses' | 'images' | 'transcription' | 'video-create';

/** `video-content` is not in the interface: it serves the content_url. */
export type Operation = PostOperation | 'video-read' | 'video-cancel' | 'video-content';

export interface Route {
  readonly operation: Operation | 'options';
  /** The id of the video job; '' for the other operations. */
  readonly id: string;
  /** The methods of the path, as in the header Allow. */
  readonly allow: string;
}

const POSTS: Readonly<Record<string, PostOperation>> = {
  '/chat/completions': 'chat',
  '/responses': 'responses',
  '/images/generations': 'images',
  '/audio/transcriptions': 'transcription',
  '/videos': 'video-create',
};

const VIDEO = /^\/videos\/([^/]+)(\/content)?$/;

/** The operation of a path and a method; 404 for another path, 405 for another method. */
export function findRoute(method: string, path: string): Route {
  if (Object.hasOwn(POSTS, path)) return choose(method, { POST: POSTS[path] });
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

/** An id that cannot be decoded belongs to no job. */
function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}
