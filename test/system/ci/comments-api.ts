import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loopbackServer } from '../../support/loopback-server.ts';

/** The token that the API takes, of the form of a job's of GitHub. */
export const TOKEN = 'ghs_0123456789abcdefghijklmnop';

export interface Comment {
  readonly id: number;
  body: string;
  readonly user?: { readonly type: string };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Where the list of comments is, and where one of them, for each server. */
const PATHS = {
  github: [/^\/repos\/o\/r\/issues\/7\/comments$/, /^\/repos\/o\/r\/issues\/comments\/(\d+)$/],
  gitlab: [
    /^\/projects\/g%2Fp\/merge_requests\/7\/notes$/,
    /^\/projects\/g%2Fp\/merge_requests\/7\/notes\/(\d+)$/,
  ],
} as const;

/** The comments of a pull request or merge request 7, two on a page. */
export async function commentsApi(
  server: keyof typeof PATHS,
  comments: Comment[],
  answer?: Answer,
) {
  const [list, one] = PATHS[server];
  const requests: string[] = [];
  const host = await loopbackServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    requests.push(`${request.method} ${pathname}`);
    if (answer?.(request, response) === true) return;
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return void response.writeHead(401).end();
    const page = Number(searchParams.get('page') ?? 1);
    const id = Number(one.exec(pathname)?.[1]);
    const sent = request.method === 'GET' ? '' : JSON.parse(await text(request)).body;
    const found = comments.find((each) => each.id === id);
    if (request.method === 'GET' && list.test(pathname)) {
      const hasMore = comments.length > 2 * page;
      response.setHeader('link', `<http://x/${page + 1}>; rel="${hasMore ? 'next' : 'first'}"`);
      response.end(JSON.stringify(comments.slice(2 * page - 2, 2 * page)));
    } else if (request.method === 'POST' && list.test(pathname)) {
      comments.push({ id: 100 + comments.length, body: sent, user: { type: 'Bot' } });
      response.writeHead(201).end('{}');
    } else if (request.method === { github: 'PATCH', gitlab: 'PUT' }[server] && found) {
      found.body = sent;
      response.end('{}');
    } else response.writeHead(405).end();
  });
  return { address: `http://${host}`, requests };
}

/**
 * The environment of a job for pull request or merge request 7.
 * @param folder where the event of GitHub is written
 */
export async function jobOf(
  server: keyof typeof PATHS,
  address: string,
  folder: string,
): Promise<Record<string, string>> {
  const event = join(folder, 'event.json');
  await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
  const github = {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: address,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_EVENT_PATH: event,
    GITHUB_TOKEN: TOKEN,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_RUN_ID: '55',
  };
  const gitlab = {
    GITLAB_CI: 'true',
    CI_API_V4_URL: address,
    CI_OPEN_MERGE_REQUESTS: 'g/p!7,g/p!8',
    CI_JOB_URL: 'https://gitlab.test/job/55',
    ASSAY_GITLAB_TOKEN: TOKEN,
  };
  return { github, gitlab }[server];
}
