import type { ProviderAnswer } from './provider/provider-answer.ts';
import type { ProviderCall } from './provider/provider-call.ts';
import type { Send } from './relay-steps.ts';

/** Sends a call again while its answer is one of these statuses, up to `most` times in all. */
export async function sendAgain(
  call: ProviderCall,
  send: Send,
  { statuses, most }: { readonly statuses: (status: number) => boolean; readonly most: number },
): Promise<ProviderAnswer> {
  let answer = await send(call);
  for (let sent = 1; sent < most && statuses(answer.status); sent += 1) {
    answer.body.resume();
    answer = await send(call);
  }
  return answer;
}
