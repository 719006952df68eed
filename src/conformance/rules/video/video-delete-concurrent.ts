import { describeOutcome } from '../../../answers/narrow.ts';
import { isTerminal, jobIn, type VideoStates } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { jobsCancelledAtOnce } from '../../probes/video.ts';
import { type Finding, type JudgeRule, need } from '../../rule.ts';

/**
 * If two windows of a user cancel a job at once and one fails, the user does not know whether it
 * is cancelled.
 */
export const videoDeleteConcurrent: JudgeRule<'series'> = {
  id: 'video-delete-concurrent',
  level: 'must',
  provenance: 'assumed',
  source: 'RFC 9110 §9.2.2 (DELETE is idempotent)',
  statement:
    'Concurrent DELETEs leave one cancelled job: one returns 2xx, the others 2xx or the status for nothing to cancel, and all show the same job and final status.',
  provenBy: 'vid-delete-race',
  evidence: 'series',
  operations: ['video-cancel'],
  probe: jobsCancelledAtOnce,

  *judge({ exchanges }, expect) {
    const cancels = exchanges.filter(
      (exchange) => exchange.operation === 'video-cancel' && isSettled(exchange),
    );
    need(cancels.length > 1, 'two DELETEs with answers');

    for (const exchange of cancels) {
      const { status = 0 } = exchange.answer ?? {};
      if (isAccepted(exchange) || expect.cancelRefusalStatus.includes(status)) continue;
      const expected = `2xx, or ${expect.cancelRefusalStatus.join(' or ')}, for each DELETE`;
      yield { expected, actual: `status ${status}`, exchange };
    }
    yield* otherJobs(exchanges, cancels, expect.videoStates);
    yield* otherEnds(exchanges, expect.videoStates);
    if (!cancels.some(isAccepted)) yield* noneAccepted(exchanges, expect.videoStates);
  },
};

/** All may be refused only if the job has ended without them, as a later read shows. */
function* noneAccepted(exchanges: readonly Exchange[], states: VideoStates): Iterable<Finding> {
  const later = exchanges.findLast(({ operation }) => operation === 'video-read');
  need(later && isSettled(later), 'a read after all DELETEs were refused');
  const job = jobIn(later, states);
  if (job?.stage === 'completed' || job?.stage === 'failed') return;
  const actual = `none, then ${job?.status ?? describeOutcome(later)}`;
  yield { expected: '2xx for one DELETE of an unfinished job', actual, exchange: later };
}

function* otherJobs(
  [created]: readonly Exchange[],
  cancels: readonly Exchange[],
  states: VideoStates,
): Iterable<Finding> {
  const made = created && jobIn(created, states)?.id;
  for (const { exchange, id } of cancels.flatMap((each) => jobIn(each, states) ?? [])) {
    if (made === undefined || id === undefined || id === made) continue;
    yield { expected: made, actual: id, where: 'id', exchange };
  }
}

/** In the answers to the DELETEs and to later reads. */
function* otherEnds([, ...answers]: readonly Exchange[], states: VideoStates): Iterable<Finding> {
  const [first, ...others] = answers
    .flatMap((exchange) => jobIn(exchange, states) ?? [])
    .filter(({ stage }) => isTerminal(stage));
  for (const { exchange, json, status } of others) {
    for (const where of ['status', 'completed_at']) {
      const [wanted, actual] = [first?.json[where], json[where]];
      if (actual === wanted || (where === 'completed_at' && status !== first?.status)) continue;
      yield { expected: `${String(wanted)}, as in another answer`, actual, where, exchange };
    }
  }
}
