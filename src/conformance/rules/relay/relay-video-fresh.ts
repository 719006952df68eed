import { jobIn } from '../../../answers/video-jobs.ts';
import { JOB_ENDS_MS, placeOf, SCRIPTED_JOB } from '../../findings/upstream/scripted-job.ts';
import { polledUpstream } from '../../probes/relay/jobs.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * The caller polls for a video that has long been ready, or abandons a job that seems to make no
 * progress.
 */
export const relayVideoFresh: JudgeRule<'relay'> = {
  id: 'relay-video-fresh',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §GET /videos/{id}; OpenAI, Videos: poll for the status of the job',
  statement:
    'A read of a job shows a recent state of the upstream: a failed read is not shown as a failed job, and its progress is not replaced by 0.',
  provenBy: 'relay-stale-status',
  evidence: 'relay',
  operations: ['video-read'],
  needs: ['upstream'],
  probe: polledUpstream,

  *judge({ exchanges, upstream }, expect) {
    const created = upstream.find(({ operation }) => operation === 'video-create');
    need(created, 'the job upstream');
    const jobs = exchanges
      .filter(({ operation }) => operation === 'video-read')
      .flatMap((exchange) => jobIn(exchange, expect.videoStates) ?? []);
    const failed = jobs.filter(({ stage }) => stage === 'failed');
    for (const { exchange, status } of failed) {
      const expected = 'a state that the upstream has shown';
      yield { expected, actual: status, where: 'status', exchange };
    }
    if (failed.length > 0) return;
    const reads = jobs.flatMap(({ exchange, stage, json: { progress } }) => {
      const place = placeOf(stage);
      const ageMs = exchange.timing.sendMs - created.endMs - expect.upstreamFreshMs;
      return place === undefined ? [] : [{ exchange, place, ageMs, progress }];
    });
    need(
      reads.some(({ ageMs }) => ageMs >= JOB_ENDS_MS),
      'a read with a state of the profile, long enough after the job has ended',
    );
    for (const { exchange, place, ageMs, progress } of reads) {
      const stated = SCRIPTED_JOB[place]?.progress;
      // The interface leaves the unit of other values open.
      if (progress === 0 && stated !== 0) {
        yield { expected: `${stated}, or in another unit`, actual: 0, where: 'progress', exchange };
      }
      const due = SCRIPTED_JOB.findLast(({ afterMs }) => afterMs <= ageMs);
      if (due === undefined || place >= (placeOf(due.stage) ?? 0)) continue;
      yield {
        expected: `${due.status}, which the upstream has shown for at least ${expect.upstreamFreshMs} ms`,
        actual: SCRIPTED_JOB[place]?.status,
        where: 'status',
        exchange,
      };
    }
  },
};
