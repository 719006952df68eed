import { jobIn } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { dispositionOf } from '../../findings/acceptance.ts';
import { madeJob } from '../../findings/job-course.ts';
import { jobOfAnotherTenant } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Anyone who guesses or finds an id could see or stop the videos of another tenant. */
export const videoIdScopedToKey: JudgeRule<'series'> = {
  id: 'video-id-scoped-to-key',
  level: 'must',
  provenance: 'assumed',
  source: 'OWASP API Security 2023, API1 (broken object level authorization)',
  statement:
    'The API key of another tenant can neither read nor cancel a job, nor download its video, also on a connection of its owner.',
  provenBy: 'vid-cross-tenant',
  evidence: 'series',
  operations: ['video-read', 'video-cancel'],
  needs: ['second-key'],
  probe: jobOfAnotherTenant,

  *judge(series, expect) {
    need(madeJob(series, expect.videoStates)?.id, 'a created job');
    const [, ...others] = series.exchanges;
    const theirs = others.filter(
      (exchange) =>
        exchange.request.credential === 'second' &&
        exchange.answer?.status !== 401 &&
        (dispositionOf(exchange) !== 'unsettled' || isRedirect(exchange)),
    );
    need(theirs.length > 0, 'an answer to the other tenant with a valid key');

    for (const exchange of theirs) {
      if (dispositionOf(exchange) === 'refused') continue;
      const { method } = exchange.request;
      const expected = `4xx to ${method} by another tenant`;
      yield { expected, actual: `status ${exchange.answer?.status}`, exchange };
    }
    const ours = others.find(({ request }) => request.credential === 'first');
    const job = ours && jobIn(ours, expect.videoStates);
    if (job?.stage === 'cancelled') {
      yield { expected: 'a job that is not cancelled', actual: job.status, exchange: job.exchange };
    } else if (ours && job === undefined && dispositionOf(ours) === 'refused') {
      const actual = `status ${ours.answer?.status}`;
      yield { expected: 'a job that its owner can still read', actual, exchange: ours };
    }
  },
};

/** A redirect to a video gives it away. */
function isRedirect({ answer }: Exchange): boolean {
  return Math.floor((answer?.status ?? 0) / 100) === 3;
}
