import type { Probe } from '../rule.ts';
import { billableOf, billableRequest } from './billable.ts';
import { disconnected, watchedEnds } from './disconnected.ts';

/** Plain requests whose caller disconnects before the upstream answers. */
export const leftAnswers: Probe<'relay'> = {
  name: 'answers-whose-caller-disconnects',
  alone: true,
  async run(gateway) {
    // Whether a job that was begun goes on without its caller is for its DELETE to decide.
    const operations = billableOf(gateway).filter((operation) => operation !== 'video-create');
    const sent = await Promise.all(
      operations.map((operation) =>
        disconnected(gateway, operation, (nonce) =>
          billableRequest(gateway.expect, operation, nonce),
        ),
      ),
    );
    return watchedEnds(gateway, sent);
  },
};
