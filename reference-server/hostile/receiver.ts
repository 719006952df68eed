import type { IncomingMessage } from 'node:http';
import { findRoute } from '../routes.ts';
import type { Behaviour, HostileRequest } from './behaviour.ts';
import { answerChat, failure } from './good-answers.ts';
import { answerJson } from './writing.ts';

/** The two addresses that a behaviour may name. */
export interface Place {
  readonly here: string;
  readonly elsewhere: string;
}

/** The switch and the model are within this many bytes. */
const KEPT_BYTES = 1024 * 1024;

/** Takes requests and has the behaviour answer those for its operations. */
export function receiver(
  behaviour: Exclude<Behaviour, { readonly connect: unknown }>,
  place: Place,
): (request: IncomingMessage) => void {
  const answer = 'answer' in behaviour ? behaviour.answer : answerChat;
  const operations = ('answer' in behaviour && behaviour.operations) || ['chat'];
  const counts = new Map<string, number>();
  return async (request) => {
    const { socket, method = '', url = '', headers } = request;
    const route = routeOf(method, url.split('?', 1)[0] ?? '');
    const bytes = await received(request).catch(() => undefined);
    if (bytes === undefined) return;
    if (route === undefined || !operations.includes(route.operation)) {
      answerJson(socket, failure('There is no such path.'), { status: '404 Not Found' });
      return;
    }
    const count = `${route.operation} ${route.id}`;
    const before = counts.get(count) ?? 0;
    counts.set(count, before + 1);
    const body = parsed(bytes);
    const key = headers.authorization?.replace(/^bearer +/i, '') ?? '';
    answer({ ...route, ...place, body, streams: body.stream === true, key, before, socket });
  };
}

function routeOf(
  method: string,
  path: string,
): Pick<HostileRequest, 'operation' | 'id'> | undefined {
  try {
    const { operation, id } = findRoute(method, path);
    return operation === 'options' ? undefined : { operation, id };
  } catch {
    return undefined;
  }
}

/** The start of the body, when all of it has arrived; rejects if the client disconnects. */
async function received(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (size < KEPT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
