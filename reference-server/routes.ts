import { isJsonObject, type JsonObject, type JsonValue } from './http/json.ts';
import { Refusal } from './http/refusal.ts';

interface PostFacts {
  /** Here and at a provider. */
  readonly path: string;
  /** Whether the body of a provider has the member that an answer is about. */
  readonly isAnswer: (body: JsonObject) => boolean;
}

export const POSTS = {
  chat: { path: '/chat/completions', isAnswer: ({ choices }) => hasObjects(choices) },
  responses: {
    path: '/responses',
    isAnswer: ({ id, output }) => typeof id === 'string' && Array.isArray(output),
  },
  images: { path: '/images/generations', isAnswer: ({ data }) => hasObjects(data) },
  transcription: {
    path: '/audio/transcriptions',
    isAnswer: ({ text }) => typeof text === 'string',
  },
  'video-create': { path: '/videos', isAnswer: isJob },
} as const satisfies Readonly<Record<string, PostFacts>>;

export type PostOperation = keyof typeof POSTS;

/** `video-content` is not in the interface: it serves the content_url. */
export type Operation = PostOperation | 'video-read' | 'video-cancel' | 'video-content';

export interface Route {
  readonly operation: Operation | 'models' | 'options';
  /** The id of the video job; '' for the other operations. */
  readonly id: string;
  /** The methods of the path, as in the header Allow. */
  readonly allow: string;
}

export const POST_OPERATIONS: readonly PostOperation[] = Object.keys(POSTS).filter(isPostOperation);

const POST_AT: ReadonlyMap<string, PostOperation> = new Map(
  POST_OPERATIONS.map((operation) => [POSTS[operation].path, operation]),
);

const VIDEO = /^\/videos\/([^/]+)(\/content)?$/;

/** The operation of a path and a method; 404 for another path, 405 for another method. */
export function findRoute(method: string, path: string): Route {
  const posted = POST_AT.get(path);
  if (posted !== undefined) return choose(method, { POST: posted });
  if (path === '/models') return choose(method, { GET: 'models' });
  const [, id, content] = VIDEO.exec(path) ?? [];
  if (id === undefined) throw Refusal.notFound('There is no such path.', 'unknown_path');
  if (content !== undefined) return choose(method, { GET: 'video-content' }, decode(id));
  return choose(method, { GET: 'video-read', DELETE: 'video-cancel' }, decode(id));
}

/** Whether the body of a provider is an answer to this operation. */
export function isAnswerTo(operation: Operation, body: JsonObject): boolean {
  return isPostOperation(operation) ? POSTS[operation].isAnswer(body) : isJob(body);
}

function isJob({ id, status }: JsonObject): boolean {
  return typeof id === 'string' && id !== '' && typeof status === 'string';
}

function hasObjects(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}

function choose(
  method: string,
  methods: Readonly<Record<string, Route['operation'] | undefined>>,
  id = '',
): Route {
  const allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { operation: 'options', id, allow };
  const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (operation !== undefined) return { operation, id, allow };
  const message = 'The path does not support this method.';
  throw Refusal.badRequest(message, 'method_not_allowed').with({
    status: 405,
    headers: { allow },
  });
}

function isPostOperation(name: string): name is PostOperation {
  return Object.hasOwn(POSTS, name);
}

/** An id that cannot be decoded belongs to no job. */
function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}
