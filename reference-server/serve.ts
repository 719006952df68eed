import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from './gateway.ts';
import { serveBillable } from './handlers/billable.ts';
import { type Admitted, type Conversation, headerOf } from './handlers/conversation.ts';
import { respond } from './handlers/respond.ts';
import { cancelVideo, readVideo, sendVideo } from './handlers/videos.ts';
import { drain } from './http/body.ts';
import { Departed, Departure } from './http/disconnect.ts';
import { Refusal } from './http/refusal.ts';
import { findInspection } from './inspection.ts';
import type { Route } from './routes.ts';

/** Serves one request to its end. */
export async function serve(
  gateway: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const conversation = begin(request, response);
  try {
    await answer(gateway, conversation);
  } catch (error) {
    if (error instanceof Departed || response.headersSent) response.destroy();
    else await refuse(gateway, conversation, error);
  }
}

function begin(request: IncomingMessage, response: ServerResponse): Conversation {
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const caller = new Departure();
  response.on('close', () => {
    if (!response.writableFinished) caller.leave();
  });
  response.on('finish', () => {
    if (!request.complete) drain(request);
  });
  const context = { operation: undefined, method, path };
  return { request, response, receivedMs: performance.now(), caller, query, context };
}

async function answer(gateway: Gateway, conversation: Conversation): Promise<void> {
  const { request, response, context, query } = conversation;
  const { method, path } = context;
  const inspection = findInspection(method, path);
  if (inspection !== undefined) {
    const found = await inspection(gateway, request, new URLSearchParams(query));
    respondPlainly(conversation, found);
    return;
  }
  gateway.hooks.greet(response);
  const tenant = gateway.hooks.authorize({
    method,
    url: request.url ?? '',
    authorization: request.headers.authorization,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    cookie: headerOf(request, 'cookie'),
  });
  const route = gateway.hooks.findRoute(method, path);
  conversation.context = { ...context, operation: route.operation };
  await dispatch(gateway, Object.assign(conversation, { tenant }), route);
}

async function dispatch(
  gateway: Gateway,
  conversation: Admitted,
  { operation, id, allow }: Route,
): Promise<void> {
  switch (operation) {
    case 'options':
      return await respond(gateway, conversation, { status: 204, headers: { allow } });
    case 'video-read':
      return await readVideo(gateway, conversation, id);
    case 'video-content':
      return sendVideo(gateway, conversation, id);
    case 'video-cancel':
      return await cancelVideo(gateway, conversation, id);
    default:
      return await serveBillable(gateway, conversation, operation);
  }
}

/** Answers an inspection as it is: faults and variants do not touch what the proof rests on. */
function respondPlainly({ response }: Conversation, found: unknown): void {
  if (found === undefined) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
}

async function refuse(gateway: Gateway, conversation: Conversation, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) console.error(error);
  const refusal = error instanceof Refusal ? error : Refusal.failed();
  const refused = gateway.hooks.presentRefusal(refusal, conversation.context);
  await respond(gateway, conversation, refused);
}
