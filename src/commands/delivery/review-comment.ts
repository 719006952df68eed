import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../answers/json.ts';
import { type Access, NO_ACCESS } from '../../exchange/access.ts';
import { requestShort } from '../../exchange/http/short-request.ts';
import { errorCode, readTextFile } from '../../input/read-text-file.ts';
import { SetupError } from '../../input/setup-error.ts';
import { UsageError } from '../../input/usage-error.ts';
import { clip } from '../../report/phrases/printable.ts';
import { accessTo } from '../../target/read-proxy.ts';
import { isGithubStep } from '../terminal/output.ts';

type Environment = Readonly<NodeJS.ProcessEnv>;

/** The comments of a pull request or a merge request, which a job of a CI server belongs to. */
export interface Review {
  /** Such as `pull request 12`. */
  readonly name: string;
  /** The address of its comments. */
  readonly comments: string;
  commentAt(id: number): string;
  readonly update: 'PATCH' | 'PUT';
  /** '' where there is none. */
  readonly token: string;
  /** What gives it its right. */
  readonly remedy: string;
  /** The log of the job. */
  readonly log: string;
}

/** An event of GitHub has the whole pull request. */
const EVENT_BYTES = 32 * 1024 * 1024;

const EventSchema = z.looseObject({ pull_request: z.looseObject({ number: z.int() }).optional() });

/**
 * @returns undefined for a job without one
 * @throws UsageError outside of a job
 */
export async function reviewOf(environment: Environment): Promise<Review | undefined> {
  if (isGithubStep(environment)) return await reviewOnGithub(environment);
  if (environment.GITLAB_CI === 'true') return reviewOnGitlab(environment);
  throw new UsageError(
    '--comment needs a job of GitHub Actions or GitLab CI, which names the pull request. Remove --comment.',
  );
}

async function reviewOnGithub(environment: Environment): Promise<Review | undefined> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH = '' } = environment;
  const { GITHUB_TOKEN = '', GITHUB_SERVER_URL, GITHUB_RUN_ID } = environment;
  const text = await readTextFile(GITHUB_EVENT_PATH, EVENT_BYTES).catch(() => '{}');
  const number = EventSchema.safeParse(parseJson(text)).data?.pull_request?.number;
  if (number === undefined) return undefined;
  const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
  return {
    name: `pull request ${number}`,
    comments: `${issues}/${number}/comments`,
    commentAt: (id) => `${issues}/comments/${id}`,
    update: 'PATCH',
    token: GITHUB_TOKEN,
    remedy:
      'The step needs GITHUB_TOKEN, and its job "permissions: pull-requests: write", which a pull request of a fork does not get.',
    log: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`,
  };
}

/** The first of the merge requests of a branch, `group/project!12,…`. */
const OPEN = /^([^!,]+)!(\d+)/;

function reviewOnGitlab(environment: Environment): Review | undefined {
  const { CI_API_V4_URL, CI_JOB_URL = '', CI_OPEN_MERGE_REQUESTS = '' } = environment;
  const [, openIn, open] = OPEN.exec(CI_OPEN_MERGE_REQUESTS) ?? [];
  const { CI_MERGE_REQUEST_PROJECT_ID: project = openIn, CI_MERGE_REQUEST_IID: number = open } =
    environment;
  if (project === undefined || number === undefined) return undefined;
  const notes = `${CI_API_V4_URL}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
  return {
    name: `merge request ${number}`,
    comments: notes,
    commentAt: (id) => `${notes}/${id}`,
    update: 'PUT',
    token: environment.ASSAY_GITLAB_TOKEN ?? '',
    remedy:
      'The job needs ASSAY_GITLAB_TOKEN, a masked variable with an access token of the project: role Developer, scope api.',
    log: CI_JOB_URL,
  };
}

/** Each with its limit of time, all together. */
const COMMENTING_MS = 30_000;

/**
 * Writes a comment, in place of the one that has this name.
 * @returns whether there was one
 * @throws SetupError
 */
export async function postComment(
  review: Review,
  name: string,
  text: string,
  withinMs = COMMENTING_MS,
): Promise<boolean> {
  const { comments, commentAt, update, token, remedy } = review;
  if (token === '') throw new SetupError(remedy);
  const marker = `<!-- assay ${createHash('sha256').update(name).digest('hex').slice(0, 16)} -->`;
  const send = sender(review, performance.now() + withinMs);
  const id = await findComment(comments, send, (body, author) => {
    // The token of a job writes as a bot: anyone else may have copied the marker.
    const isOurs = author === 'Bot' || !token.startsWith('ghs_');
    return isOurs && body.startsWith(marker);
  });
  const json = { body: `${marker}\n${text}` };
  await (id === undefined ? send('POST', comments, json) : send(update, commentAt(id), json));
  return id !== undefined;
}

const CommentsSchema = z.array(
  z.looseObject({
    id: z.int(),
    body: z.string().nullish(),
    user: z.looseObject({ type: z.string().optional() }).nullish(),
  }),
);

type Send = ReturnType<typeof sender>;

/** The id of the first comment that is ours, on any page. */
async function findComment(
  comments: string,
  send: Send,
  isOurs: (body: string, author: string | undefined) => boolean,
): Promise<number | undefined> {
  for (let page = 1; ; page += 1) {
    const { headers, text } = await send('GET', `${comments}?per_page=100&page=${page}`);
    const { data } = CommentsSchema.safeParse(parseJson(text));
    if (data === undefined) throw new SetupError(`GET ${comments} returned no list of comments.`);
    const found = data.find(({ body, user }) => isOurs(body ?? '', user?.type));
    const isLast = !/rel="next"/.test([headers.link].flat().join());
    if (found !== undefined || isLast) return found?.id;
  }
}

const ANSWER_BYTES = 32 * 1024 * 1024;
const WORDS = 200;

const RefusalSchema = z.looseObject({ message: z.string() });

/** Sends until a moment of `performance.now()`. */
function sender({ token, remedy }: Review, untilMs: number) {
  const access: Access = {
    ...NO_ACCESS,
    headers: [
      ['authorization', `Bearer ${token}`],
      ['user-agent', 'assay'],
    ],
  };
  return async (method: 'GET' | 'POST' | Review['update'], url: string, json?: object) => {
    const deadlineMs = Math.max(1, Math.ceil(untilMs - performance.now()));
    const way = accessTo(url, access, process.env);
    const sent = { method, json, access: way, largestBytes: ANSWER_BYTES, deadlineMs };
    const answer = await requestShort(url, sent).catch((error: unknown) => {
      const why = performance.now() < untilMs ? errorCode(error) : 'no answer in time';
      throw new SetupError(`${method} ${url} failed (${why}).`, { cause: error });
    });
    const { status, text } = answer;
    if (status >= 200 && status < 300) return answer;
    const words = RefusalSchema.safeParse(parseJson(text)).data?.message;
    const said = words === undefined ? '' : `: ${JSON.stringify(clip(words, WORDS))}`;
    const isOfRights = [401, 403, 404].includes(status);
    throw new SetupError(
      `${method} ${url} returned ${status}${said}.${isOfRights ? ` ${remedy}` : ''}`,
    );
  };
}
