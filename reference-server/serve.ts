import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveBillable } from './handlers/billable.ts';
import { type AuthenticatedContext, headerOf, type RequestContext } from './handlers/handler.ts';
import { respond } from './handlers/respond.ts';
import { cancelVideo, readVideo, sendVideo } from './handlers/videos.ts';
import type { Gateway } from './hooks.ts';
import { ok } from './http/answer.ts';
import { drain } from './http/body.ts';
import { ClientDisconnect, ClientDisconnected } from './http/disconnect.ts';
import { takePrefix } from './http/prefix.ts';
import { Refusal } from './http/refusal.ts';
import { findInspection } from './inspection.ts';
import { modelList } from './models/models.ts';
import { cancelRelayedVideo, readRelayedVideo, sendRelayedVideo } from './relay/relay-video.ts';
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
  const prefix = takePrefix(request);
  const [path = ''] = (request.url ?? '').split('?', 1);
  const disconnect = new ClientDisconnect();
  response.on('close', () => {
    if (!response.writableFinished) disconnect.signal();
  });
  // Before the listener of Node: it would discard the rest of the body without any limit.
  response.prependListener('finish', () => {
    if (!request.complete) drain(request);
  });
  const answerContext = { operation: undefined, path };
  return { request, response, prefix, receivedMs: performance.now(), disconnect, answerContext };
}

async function answer(gateway: Gateway, requestContext: RequestContext): Promise<void> {
  const { request, response, answerContext } = requestContext;
  const { method = '', url = '' } = request;
  const { path } = answerContext;
  const inspection = findInspection(method, path);
  if (inspection !== undefined) {
    const found = await inspection(gateway, request, new URLSearchParams(url.split('?', 2)[1]));
    respondPlainly(requestContext, found);
    return;
  }
  gateway.hooks.greet(response);
  const authorized = gateway.hooks.authorize({
    request,
    method,
    url,
    authorization: request.headers.authorization,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    cookie: headerOf(request, 'cookie'),
  });
  const tenant = typeof authorized === 'string' ? authorized : await authorized;
  const route = gateway.hooks.findRoute(method, path);
  requestContext.answerContext = { ...answerContext, operation: route.operation };
  await dispatch(gateway, Object.assign(requestContext, { tenant }), route);
}

/** How a job of the gateway is served, and one of the provider. */
const VIDEOS = {
  'video-read': [readVideo, readRelayedVideo],
  'video-content': [sendVideo, sendRelayedVideo],
  'video-cancel': [cancelVideo, cancelRelayedVideo],
} as const;

async function dispatch(
  gateway: Gateway,
  requestContext: AuthenticatedContext,
  { operation, id, allow }: Route,
): Promise<void> {
  switch (operation) {
    case 'options':
      return await respond(gateway, requestContext, { status: 204, headers: { allow } });
    case 'models':
      return await respond(gateway, requestContext, ok(modelList(gateway.hooks.timestamp())));
    case 'video-read':
    case 'video-content':
    case 'video-cancel': {
      const [serveOwn, serveRelayed] = VIDEOS[operation];
      const relayed = gateway.relayedJobs.find(requestContext.tenant, id);
      if (relayed === undefined) return await serveOwn(gateway, requestContext, id);
      return await serveRelayed(gateway, requestContext, relayed);
    }
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
