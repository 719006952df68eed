import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createReferenceServer, type ReferenceOptions } from '../../../reference-server/server.ts';
import { echoingFailure, echoingJson, echoingStream, everyForm } from './echoed-answers.ts';
import { KEY_FORMS } from './key-forms.ts';

export interface EchoGateway {
  readonly address: string;
  /** Mistakes of this gateway itself. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

/** Every n-th answer is a failure with the secrets, a page of HTML, or is cut in the middle. */
const [FAILED_EVERY, PAGE_EVERY, CUT_EVERY] = [7, 11, 13];
/** A forwarded request has none of these: `fetch` sets them. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * A reference gateway whose answers quote the key of the request and the header `x-team` in every
 * place and form: reason, headers, trailer, names and texts in JSON, deltas, images, failures.
 */
export async function startEchoGateway(options: ReferenceOptions): Promise<EchoGateway> {
  const reference = createReferenceServer({ ttftMs: 1, itlMs: 1, videoMs: 50, ...options });
  const { address: behind } = await reference.listen();
  const failures: string[] = [];
  let answers = 0;
  const server = createServer((request, response) => {
    const number = ++answers;
    relay(request, response, behind, number).catch((error: unknown) => {
      failures.push(String(error));
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverAddress = server.address();
  return {
    failures,
    address: `http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : ''}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await reference.close(0);
    },
  };
}

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  behind: string,
  number: number,
): Promise<void> {
  const secrets = secretsOf(request);
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const { method = 'GET', url = '' } = request;
  const answer = await fetch(behind + url, {
    method,
    headers: headersOf(request),
    ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
  });
  const received = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  const isPlain = [204, 304].includes(answer.status) || method === 'HEAD';
  if (secrets.length === 0 || url.endsWith('/healthz') || isPlain || isOld(request)) {
    response.writeHead(answer.status, type === '' ? {} : { 'content-type': type });
    response.end(received);
    return;
  }
  const isFailed = number % FAILED_EVERY === 0;
  const isPage = number % PAGE_EVERY === 0;
  const status = isPage ? 502 : isFailed ? 500 : answer.status;
  response.writeHead(status, secrets.join(' '), {
    ...Object.fromEntries([...answer.headers].filter(([name]) => !OF_CONNECTION.has(name))),
    'transfer-encoding': 'chunked',
    'content-type': isPage ? 'text/html' : isFailed ? 'application/json' : type,
    trailer: 'x-end',
    ...echoingHeaders(secrets),
  });
  const body = isPage
    ? echoingFailure(secrets, 'html')
    : isFailed
      ? echoingFailure(secrets, 'json')
      : echoed(received, type, secrets, number);
  if (number % CUT_EVERY === 0) {
    response.write(body.slice(0, -10), () => response.destroy());
    return;
  }
  response.addTrailers({ 'x-end': secrets.join(' ') });
  response.end(body);
}

function echoed(body: string, type: string, secrets: readonly string[], number: number): string {
  if (type.startsWith('text/event-stream')) return echoingStream(body, secrets);
  if (type.startsWith('application/json')) return echoingJson(body, secrets, number % 2 === 0);
  return body === '' ? '' : body + everyForm(secrets);
}

function echoingHeaders(secrets: readonly string[]): Record<string, string> {
  const forms = Object.values(KEY_FORMS);
  const headers = secrets.flatMap((key, index) => [
    [`x-${key}`, 'a name'],
    ...forms.map((form, at) => [`x-form-${index}-${at}`, form(key)]),
  ]);
  return { ...Object.fromEntries(headers), 'set-cookie': `key=${secrets[0]}` };
}

/** HTTP/1.0 has no chunks, and so no trailers. */
function isOld({ httpVersionMinor }: IncomingMessage): boolean {
  return httpVersionMinor === 0;
}

function secretsOf({ headers }: IncomingMessage): readonly string[] {
  const key = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return [key, headers['x-team']].filter((each) => typeof each === 'string');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
