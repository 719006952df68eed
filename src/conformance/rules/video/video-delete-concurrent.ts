import { isSettled } from '../../not-refused.ts';
import { jobsCancelledAtOnce } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';
import { isTerminal, jobIn } from '../../video-jobs.ts';

/** Two windows of one user cancel at once: the one that fails leaves its user in doubt. */
export const videoDeleteConcurrent: JudgeRule<'series'> = {
  id: 'video-delete-concurrent',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §9.2.2 (DELETE is idempotent)',
  statement: 'DELETEs that meet leave one cancelled job: none fails, and their answers agree.',
  provenBy: 'vid-delete-race',
  evidence: 'series',
  operations: ['video-cancel'],
  probe: jobsCancelledAtOnce,

  *judge({ exchanges }, expect) {
    const cancels = exchanges.filter(
      (exchange) => exchange.operation === 'video-cancel' && isSettled(exchange),
    );
    need(cancels.length > 1, 'two DELETEs that are answered');

    for (const exchange of cancels) {
      const status = exchange.answer?.status ?? 0;
      if (status < 500) continue;
      yield { expected: '2xx or 4xx for each DELETE', actual: `status ${status}`, exchange };
    }
    const [first, ...others] = cancels
      .flatMap((exchange) => jobIn(exchange, expect.videoStates) ?? [])
      .filter(({ stage }) => isTerminal(stage));
    for (const { exchange, json, status } of others) {
      if (status !== first?.status) {
        const expected = `${first?.status}, as in another answer`;
        yield { expected, actual: status, where: 'status', exchange };
      } else if (json.completed_at !== first?.json.completed_at) {
        const expected = `${first?.json.completed_at}, as in another answer`;
        yield { expected, actual: json.completed_at, where: 'completed_at', exchange };
      }
    }
  },
};
