import { isJsonObject } from '../../../answers/json.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorSchema } from '../../../contract/error.ts';
import type { ModelsByOperation } from '../../../contract/models-by-operation.ts';
import type { Expectations } from '../../expectations.ts';
import { jobsIn } from '../../findings/job-course.ts';
import { failingJob } from '../../probes/video.ts';
import { type JudgeRule, need } from '../../rule.ts';

/**
 * A client shows its user why the video failed, and distinguishes a bad prompt from a fault to
 * retry.
 */
export const videoFailedError: JudgeRule<'job'> = {
  id: 'video-failed-error',
  level: 'must',
  provenance: 'assumed',
  source:
    'interface §Errors (the video job carries an error field); when it is filled is not shown',
  statement:
    'If its model fails, a job is not completed and has an error with message, type, param and code. Other jobs have no error.',
  provenBy: 'vid-error-string',
  evidence: 'job',
  operations: ['video-create', 'video-read'],
  needs: ['failure-trigger'],
  probe: failingJob,

  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).filter(({ stage }) => stage !== undefined);
    for (const { exchange, json, stage } of jobs) {
      const { error } = json;
      if (stage !== 'failed') {
        if (error == null) continue;
        const expected = `absent or null while ${json.status}`;
        yield { expected, actual: error, where: 'error', exchange };
        continue;
      }
      // The interface allows both forms: the wrapper itself, or the object in it.
      const wrapped = isJsonObject(error) && isJsonObject(error.error);
      for (const found of contradictions(ErrorSchema, wrapped ? error.error : error)) {
        const path = [wrapped ? 'error.error' : 'error', found.where];
        yield { ...found, where: path.filter(Boolean).join('.'), exchange };
      }
    }
    const [created] = series.exchanges;
    const completed = jobs.find(({ stage }) => stage === 'completed');
    if (created && completed && requestsModel(created, jobFailureOf(expect))) {
      const { exchange, status } = completed;
      const expected = `a final status other than ${status}, because the model fails`;
      yield { expected, actual: status, where: 'status', exchange };
      return;
    }
    need(
      jobs.some(({ stage }) => stage === 'failed'),
      'a failed job',
    );
  },
};

/** A failing model that is configured for all operations may support only text. */
function jobFailureOf({ failingVideoModel, failingModel }: Expectations): ModelsByOperation {
  return failingVideoModel ?? (typeof failingModel === 'string' ? null : failingModel);
}
