import { jobsIn, madeJob } from '../../findings/job-course.ts';
import { followedJobs } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client that stores jobs by these fields finds one job twice, or files it under another model.
 */
export const videoJobConstant: JudgeRule<'job'> = {
  id: 'video-job-constant',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Video job (id: job identifier; model used; creation time; completion time); one job is one resource',
  statement:
    'The id, object, model and created_at of a job are the same in every answer, from POST to the last read or DELETE, and its completed_at in every answer that has one.',
  provenBy: 'vid-model-changes',
  evidence: 'job',
  operations: ['video-read', 'video-cancel'],
  probe: followedJobs,

  *judge(series, { videoStates }) {
    const made = madeJob(series, videoStates);
    need(made, 'a created job');
    const later = jobsIn(series, videoStates).filter(({ exchange }) => exchange !== made.exchange);
    need(later.length > 0, 'a later answer with the job');
    const completed = jobsIn(series, videoStates).filter(
      ({ stage, json }) => stage === 'completed' && typeof json.completed_at === 'number',
    );
    for (const { exchange, json } of completed) {
      const [before, now] = [completed[0]?.json.completed_at, json.completed_at];
      if (before === now) continue;
      const expected = `${JSON.stringify(before)}, as in the first answer that has it`;
      yield { expected, actual: now, where: 'completed_at', exchange };
    }
    for (const { exchange, json } of later) {
      for (const where of ['id', 'object', 'model', 'created_at']) {
        const [before, now] = [made.json[where], json[where]];
        // The rules on shapes judge whether a field is present.
        if (before === undefined || (now ?? undefined) === undefined || before === now) continue;
        const expected = `${JSON.stringify(before)}, as in the answer to POST`;
        yield { expected, actual: now, where, exchange };
      }
    }
  },
};
