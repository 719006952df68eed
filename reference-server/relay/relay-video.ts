import type { RequestContext, ServeVideo } from '../handlers/handler.ts';
import { respond } from '../handlers/respond.ts';
import { sendContent } from '../handlers/videos.ts';
import type { Gateway } from '../hooks.ts';
import { ok } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { type Attempt, atProvider } from './attempt.ts';
import type { ProviderCall } from './provider/provider.ts';
import type { RelayedJob } from './relay-steps.ts';

/** GET /videos/{id}: the state that the provider reports now. */
export const readRelayedVideo: ServeVideo<RelayedJob> = async (gateway, requestContext, job) => {
  const body = await atProvider(gateway, async (attempt) => {
    requestContext.disconnect.onSignal(() => attempt.abandon());
    return await gateway.hooks.readRelayedJob(job, async () => {
      const answer = await attempt.begin(callOf(gateway, requestContext, 'video-read', job));
      return (await attempt.receive('video-read', answer)).body;
    });
  });
  await respond(gateway, requestContext, ok(ownJob(body)));
};

/** DELETE /videos/{id}: cancels the job at the provider, once; a disconnect does not stop it. */
export const cancelRelayedVideo: ServeVideo<RelayedJob> = async (gateway, requestContext, job) => {
  if (job.cancelled !== undefined) {
    await job.cancelled;
    await readRelayedVideo(gateway, requestContext, job);
    return;
  }
  const cancelled = atProvider(gateway, (attempt) =>
    gateway.hooks.cancelRelayedJob(job, async () => {
      const answer = await attempt.begin(callOf(gateway, requestContext, 'video-cancel', job));
      return (await attempt.receive('video-cancel', answer)).body;
    }),
  );
  job.cancelled = cancelled;
  cancelled.catch(() => {
    job.cancelled = undefined;
  });
  const body = ownJob(await cancelled);
  await respond(gateway, requestContext, ok(body));
};

/** GET /videos/{id}/content: the bytes of the provider. */
export const sendRelayedVideo: ServeVideo<RelayedJob> = async (gateway, requestContext, job) => {
  const receive = async (attempt: Attempt) => {
    requestContext.disconnect.onSignal(() => attempt.abandon());
    const answer = await attempt.begin(callOf(gateway, requestContext, 'video-content', job));
    const bytes = await attempt.collect(answer);
    return { type: answer.headers['content-type'] ?? 'application/octet-stream', bytes };
  };
  sendContent(gateway, requestContext, await atProvider(gateway, receive));
};

/** A job as the gateway presents it: its content is the gateway's too. */
export function ownJob(body: JsonObject): JsonObject {
  const { id, status } = body;
  const isDone = status === 'completed' && typeof id === 'string';
  return { ...body, content_url: isDone ? `/videos/${encodeURIComponent(id)}/content` : null };
}

function callOf(
  { hooks }: Gateway,
  { request }: RequestContext,
  operation: 'video-read' | 'video-cancel' | 'video-content',
  { id }: RelayedJob,
): ProviderCall {
  const path = `/videos/${encodeURIComponent(id)}`;
  return {
    operation,
    method: operation === 'video-cancel' ? 'DELETE' : 'GET',
    path: operation === 'video-content' ? `${path}/content` : path,
    headers: hooks.providerHeaders(request.headers, { operation, stream: false }),
    body: undefined,
    stream: false,
  };
}
