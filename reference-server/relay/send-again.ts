import type { IncomingMessage } from 'node:http';
import type { ProviderCall } from './provider/provider-call.ts';
import type { Send } from './relay-steps.ts';

/** Sends a call again while its answer is one of these statuses, up to `most` times in all. */
export async function sendAgain(
  call: ProviderCall,
  send: Send,
  { statuses, most }: { readonly statuses: (status: number) => boolean; readonly most: number },
): Promise<IncomingMessage> {
  let answer = await send(call);
  for (let sent = 1; sent < most && statuses(answer.statusCode ?? 0); sent += 1) {
    answer.resume();
    answer = await send(call);
  }
  return answer;
}
