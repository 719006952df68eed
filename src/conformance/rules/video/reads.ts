import { isDeepStrictEqual } from 'node:util';
import { isFresherThan } from '../../../answers/cache-lifetime.ts';
import { isJsonObject } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { requestsModel } from '../../../answers/sent-body.ts';
import {
  contentAddress,
  isAfter,
  isTerminal,
  type JobView,
  jobIn,
} from '../../../answers/video-jobs.ts';
import { contradictions } from '../../../contract/contradictions.ts';
import { ErrorSchema } from '../../../contract/error.ts';
import type { ModelsByOperation } from '../../../contract/models-by-operation.ts';
import { VideoJobSchema } from '../../../contract/video.ts';
import { header } from '../../../exchange/exchange.ts';
import { jobRule } from '../../declare.ts';
import type { Expectations } from '../../expectations.ts';
import { dispositionOf, isSettled } from '../../findings/acceptance.ts';
import { decidingCancel, firstCancel, jobsIn, madeJob } from '../../findings/job-course.ts';
import { cancelledJobs, failingJob, followedJobs } from '../../probes/video.ts';
import { RANGE_BEYOND } from '../../probes/video-polls.ts';
import { appliesTo, type Finding, type FoldRule, need, needSeen } from '../../rule.ts';

export const videoReadShape = jobRule('video-read-shape', {
  level: 'must',
  stated:
    'interface §Video job (response of POST /videos, GET /videos/{id}, DELETE /videos/{id}); "All bodies are JSON"',
  statement:
    'Each 2xx answer to GET and DELETE /videos/{id} is application/json and a complete video job.',
  harm: 'A client rebuilds its view of the job from each poll: a missing field breaks the view.',
  provenBy: 'vid-read-no-object',
  operations: ['video-read', 'video-cancel'],
  probe: followedJobs,
  *judge(series) {
    const answers = series.exchanges.flatMap((exchange) =>
      METHODS.get(exchange.operation) === exchange.request.method
        ? (narrow('reply', exchange) ?? [])
        : [],
    );
    need(answers.length > 0, 'a 2xx answer to GET or DELETE of a job');
    for (const answer of answers) {
      const { exchange, mediaType } = answer;
      // Another rule judges whether DELETE returns the job at all.
      if (exchange.operation === 'video-cancel' && exchange.answer?.sizeBytes === 0) continue;
      if (mediaType !== 'application/json') {
        const actual = mediaType || 'absent';
        yield { expected: 'application/json', actual, where: 'content-type', exchange };
      }
      if (exchange === decidingCancel(series) || answer.form === 'stream') continue;
      for (const found of contradictions(VideoJobSchema, answer.json)) yield { ...found, exchange };
    }
  },
});

const METHODS: ReadonlyMap<string, string> = new Map([
  ['video-read', 'GET'],
  ['video-cancel', 'DELETE'],
]);

const LASTING = ['id', 'model', 'created_at'];

export const videoReadAfterWrite = jobRule('video-read-after-write', {
  level: 'must',
  stated:
    'interface §Endpoints, rule 2: "POST /videos creates a job; the job is read with GET /videos/{id}"',
  statement:
    'GET /videos/{id} returns 2xx with the job that POST /videos created, from the first read on. Its id, model and created_at never change.',
  harm: 'A client polls the id that it got: after a 404 it abandons a job that still runs and costs money.',
  provenBy: 'vid-read-after-write-404',
  operations: ['video-create', 'video-read'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const made = madeJob(series, expect.videoStates);
    need(made?.id, 'a created job');
    const cancel = firstCancel(series);
    const reads = series.exchanges.filter(
      (exchange) =>
        exchange.operation === 'video-read' &&
        isAfter(exchange, made.exchange) &&
        (cancel === undefined || isAfter(cancel, exchange)) &&
        dispositionOf(exchange) !== 'unsettled',
    );
    need(reads.length > 0, 'a read with an answer before the job was cancelled');

    for (const exchange of reads) {
      const read = jobIn(exchange, expect.videoStates);
      if (read === undefined) {
        yield { expected: 'the job', actual: `status ${exchange.answer?.status}`, exchange };
        continue;
      }
      for (const where of LASTING) {
        const [before, now] = [made.json[where], read.json[where]];
        if (isDeepStrictEqual(before, now)) continue;
        yield { expected: JSON.stringify(before) ?? 'absent', actual: now, where, exchange };
      }
    }
  },
});

export const videoReadFresh = jobRule('video-read-fresh', {
  level: 'should',
  assumed: 'RFC 9111 §4.2 (freshness), §5.1 (Age); RFC 9110 §8.8.3 (ETag)',
  statement:
    'The answer to GET /videos/{id} of an unfinished job is not cacheable for long and not an old one. Its ETag changes with the job.',
  harm: 'A browser or proxy that may cache a poll answers the next polls itself: the client never sees the job end.',
  provenBy: 'vid-read-cached',
  settings: ['videoStates'],
  probe: cancelledJobs,
  *judge(series, expect) {
    const reads = jobsIn(series, expect.videoStates).filter(
      ({ exchange }) => exchange.operation === 'video-read',
    );
    const unfinished = reads.filter(({ stage }) => stage !== undefined && !isTerminal(stage));
    appliesTo(unfinished.length > 0, 'an answer to GET of an unfinished job');
    for (const job of unfinished) yield* reused(job);
    yield* sameTag(reads);
  },
});

/** Shorter than any client waits between two polls of a video. */
const HARMLESS_S = 5;

function* reused({ exchange }: JobView): Iterable<Finding> {
  const headers = exchange.answer?.headers ?? [];
  if (isFresherThan(HARMLESS_S, headers)) {
    const where = header(headers, 'cache-control') === undefined ? 'expires' : 'cache-control';
    const expected = 'no caching of an unfinished job';
    yield { expected, actual: header(headers, where), where, exchange };
  }
  const age = header(headers, 'age');
  if (Number(age) > HARMLESS_S)
    yield { expected: 'a new answer', actual: age, where: 'age', exchange };
}

function* sameTag(reads: readonly JobView[]): Iterable<Finding> {
  const seen = new Map<string, unknown>();
  for (const { exchange, status } of reads) {
    const tag = header(exchange.answer?.headers ?? [], 'etag');
    if (tag === undefined) continue;
    const before = seen.get(tag) ?? status;
    seen.set(tag, before);
    if (before === status) continue;
    const expected = `another ETag than for ${String(before)}`;
    yield { expected, actual: `${tag} for ${String(status)}`, where: 'etag', exchange };
    return;
  }
}

export const videoCompletedFields = jobRule('video-completed-fields', {
  level: 'should',
  assumed:
    'interface §Video job (completed_at, content_url; when they are filled is not shown); OpenAI OpenAPI 2.3.0, VideoResource',
  statement:
    'A completed job has completed_at and content_url. A queued or running job has neither, and a failed or cancelled one has no content_url.',
  harm: 'A client that finds content_url downloads the video: too early, the download fails; too late, there is no link.',
  provenBy: 'vid-content-url-early',
  operations: ['video-create', 'video-read', 'video-cancel'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const jobs = jobsIn(series, expect.videoStates).filter(({ stage }) => stage !== undefined);
    for (const job of jobs) {
      if (job.stage === 'completed') yield* missing(job);
      else yield* early(job);
    }
    need(
      jobs.some(({ stage }) => stage === 'completed'),
      'a completed job',
    );
  },
});

function* missing({ exchange, json }: JobView): Iterable<Finding> {
  const { completed_at: completedAt, content_url: contentUrl, created_at: createdAt } = json;
  const since = typeof createdAt === 'number' ? createdAt : 0;
  if (!Number.isInteger(completedAt) || Number(completedAt) < since) {
    const expected = `integer of at least ${since}`;
    yield { expected, actual: completedAt, where: 'completed_at', exchange };
  }
  if (!isUriReference(contentUrl)) {
    yield { expected: 'URI reference', actual: contentUrl, where: 'content_url', exchange };
  }
}

function* early({ exchange, json, stage }: JobView): Iterable<Finding> {
  const hasEnded = stage === 'failed' || stage === 'cancelled';
  for (const where of hasEnded ? ['content_url'] : ['completed_at', 'content_url']) {
    if (isUnfilled(json[where])) continue;
    const expected = `absent or null while ${json.status}`;
    yield { expected, actual: json[where], where, exchange };
  }
}

/** In many languages the empty value of a type means no value. */
function isUnfilled(value: unknown): boolean {
  return value == null || value === '' || value === 0;
}

/** RFC 3986 §4.1, without the details that URL.canParse knows. */
function isUriReference(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return (
    /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(value) && URL.canParse(value, 'http://gateway.invalid/')
  );
}

export const videoFailedError = jobRule('video-failed-error', {
  level: 'must',
  assumed:
    'interface §Errors (the video job carries an error field); when it is filled is not shown',
  statement:
    'If its model fails, a job is not completed and has an error with message, type, param and code. Other jobs have no error.',
  harm: 'A client shows its user why the video failed, and distinguishes a bad prompt from a fault to retry.',
  provenBy: 'vid-error-string',
  operations: ['video-create', 'video-read'],
  needs: ['failure-trigger'],
  settings: ['failingModel', 'failingVideoModel', 'videoStates'],
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
});

/** A failing model that is configured for all operations may support only text. */
function jobFailureOf({
  failingVideoModel,
  failingModel,
}: Pick<Expectations, 'failingVideoModel' | 'failingModel'>): ModelsByOperation {
  return failingVideoModel ?? (typeof failingModel === 'string' ? null : failingModel);
}

export const videoContentLeads = jobRule('video-content-leads', {
  level: 'must',
  stated: 'interface §Video job: "content_url | string | Location of the produced content."',
  statement:
    'If the content_url of a completed job is at the gateway, it returns content or redirects to it.',
  harm: 'The video is finished and paid for, but cannot be downloaded.',
  provenBy: 'vid-content-404',
  operations: ['video-read'],
  settings: ['videoStates'],
  probe: followedJobs,
  *judge(series, expect) {
    const addresses = jobsIn(series, expect.videoStates).flatMap(
      (job) => contentAddress(job) ?? [],
    );
    appliesTo(addresses.length > 0, 'a completed job with a content_url');
    const isHere = addresses.some(({ path }) => path !== undefined);
    needSeen(isHere, 'a content_url at the gateway');
    const urls = addresses.map(({ url }) => url);
    const fetched = series.exchanges.find(
      ({ operation, request }) =>
        operation === 'other' &&
        urls.includes(request.url) &&
        header(request.headers, 'range') !== RANGE_BEYOND,
    );
    appliesTo(fetched, 'a request for the content');
    need(fetched.answer, 'an answer to the content request');
    const { answer, outcome } = fetched;
    // A video that is larger than the part that is read exists, and so does one behind a redirect.
    need(outcome !== 'answered' || isSettled(fetched), `an answer: ${describeOutcome(fetched)}`);
    if (answer.status >= 400) {
      const expected = 'the content, or a redirect to it';
      yield { expected, actual: describeOutcome(fetched), exchange: fetched };
    } else if (answer.status === 200 && answer.sizeBytes === 0) {
      yield { expected: 'content', actual: '0 bytes', exchange: fetched };
    }
  },
});

/** Addresses that are remembered: enough for conformance, with limited memory under load. */
const REMEMBERED = 10_000;

export const videoContentOwn: FoldRule<'job'> = {
  id: 'video-content-own',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §Video job (content_url: location of the content that this job produced)',
  statement: 'No two jobs have the same content_url.',
  harm: 'A client stores, shows and bills the video of another request.',
  evidence: 'job',
  provenBy: 'vid-content-shared',
  operations: ['video-read'],
  settings: ['videoStates'],
  probe: followedJobs,
  fold(expect) {
    const owners = new Map<string, string>();
    return {
      *add(series) {
        const job = jobsIn(series, expect.videoStates).find(({ stage }) => stage === 'completed');
        const url = job && contentAddress(job)?.url;
        need(job?.id && url, 'a completed job with a content_url');
        const owner = owners.get(url) ?? job.id;
        if (owners.size < REMEMBERED) owners.set(url, owner);
        if (owner === job.id) return;
        const actual = `${url}, as for job ${owner}`;
        yield {
          expected: 'a different URL for each job',
          actual,
          where: 'content_url',
          exchange: job.exchange,
        };
      },
    };
  },
};
