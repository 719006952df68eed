import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from './gateway.ts';
import { serveBillable } from './handlers/billable.ts';
import { type AuthenticatedContext, headerOf, type RequestContext } from './handlers/handler.ts';
import { respond } from './handlers/respond.ts';
import { cancelVideo, readVideo, sendVideo } from './handlers/videos.ts';
import { drain } from './http/body.ts';
import { ClientDisconnect, ClientDisconnected } from './http/disconnect.ts';
import { Refusal } from './http/refusal.ts';
import { findInspection } from './inspection.ts';
import type { Route } from './routes.ts';

/** Serves one request to its end. */
export async function serve(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestContext = begin(request, response);
  try {
    await answer(gateway, requestContext);
  } catch (error) {
    if (error instanceof ClientDisconnected || response.headersSent) response.destroy();
    else await refuse(gateway, requestContext, error);
  }
}

function begin(request: IncomingMessage, response: ServerResponse): RequestContext {
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const disconnect = new ClientDisconnect();
  response.on('close', () => {
    if (!response.writableFinished) disconnect.signal();
  });
  // Before the listener of Node: it would discard the rest of the body without any limit.
  response.prependListener('finish', () => {
    if (!request.complete) drain(request);
  });
  const answerContext = { operation: undefined, method, path };
  return { request, response, receivedMs: performance.now(), disconnect, query, answerContext };
}

async function answer(gateway: Gateway, requestContext: RequestContext): Promise<void> {
  const { request, response, answerContext, query } = requestContext;
  const { method, path } = answerContext;
  const inspection = findInspection(method, path);
  if (inspection !== undefined) {
    const found = await inspection(gateway, request, new URLSearchParams(query));
    respondPlainly(requestContext, found);
    return;
  }
  gateway.hooks.greet(response);
  const authorized = gateway.hooks.authorize({
    request,
    method,
    url: request.url ?? '',
    authorization: request.headers.authorization,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    cookie: headerOf(request, 'cookie'),
  });
  const tenant = typeof authorized === 'string' ? authorized : await authorized;
  const route = gateway.hooks.findRoute(method, path);
  requestContext.answerContext = { ...answerContext, operation: route.operation };
  await dispatch(gateway, Object.assign(requestContext, { tenant }), route);
}

async function dispatch(
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  { operation, id, allow }: Route,
): Promise<void> {
  switch (operation) {
    case 'options':
      return await respond(gateway, requestContext, { status: 204, headers: { allow } });
    case 'video-read':
      return await readVideo(gateway, requestContext, id);
    case 'video-content':
      return await sendVideo(gateway, requestContext, id);
    case 'video-cancel':
      return await cancelVideo(gateway, requestContext, id);
    default:
      return await serveBillable(gateway, requestContext, operation);
  }
}

/** Sends an inspection unchanged: faults and variants must not alter the evidence. */
function respondPlainly({ response }: RequestContext, found: unknown): void {
  if (found === undefined) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
}

async function refuse(
  gateway: Gateway,
  requestContext: RequestContext,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal)) console.error(error);
  const refusal = error instanceof Refusal ? error : Refusal.failed();
  const refused = gateway.hooks.presentRefusal(refusal, requestContext.answerContext);
  await respond(gateway, requestContext, refused);
}
