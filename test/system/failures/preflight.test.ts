import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { assay } from '../../support/assay-in-process.ts';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { folderOfTest } from '../../support/test-folder.ts';

const KEY = 'a_live_0123456789abcdef';
/** A tenth of what the plan of a run has. */
const FEW_REQUESTS = 40;

/** A gateway that answers any request in the same way, except `GET /models`, and only a few. */
async function answering(
  ending: Ending,
  status: number,
  type: string,
  body: string,
): Promise<string> {
  const models = JSON.stringify({ data: [{ id: 'a-model' }, { id: 'b-model' }] });
  const write = (response: ServerResponse, code: number, media: string, text: string) =>
    response.writeHead(code, { 'content-type': media }).end(text);
  let requests = 0;
  ending.onTestFinished(() => expect(requests).toBeLessThan(FEW_REQUESTS));
  const host = await loopbackServer((request, response) => {
    requests += 1;
    request.resume();
    if (request.url === '/models') write(response, 200, 'application/json', models);
    else write(response, status, type, body);
  }, ending);
  return `http://${host}`;
}

function error(code: string, message: string): string {
  return JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
}

async function conform(ending: Ending, address: string, config = '', ...flags: readonly string[]) {
  const folder = await folderOfTest('preflight', ending);
  await writeFile(join(folder, 'assay.yaml'), config);
  return assay(['conform', '--target', address, '--out', join(folder, 'out'), ...flags], {
    env: { ASSAY_API_KEY: KEY },
    cwd: folder,
  });
}

test.concurrent('preflight: models that are not offered are reported in the words of the gateway, exit code 3', async (context) => {
  const body = error('model_not_found', 'There is no such model.');
  const { code, stderr } = await conform(
    context,
    await answering(context, 404, 'application/json', body),
  );
  expect(code).toBe(3);
  expect(stderr).toMatch(/^Target offers none of the configured models: http:\S+\.$/m);
  expect(stderr).toContain(
    '  chat: 404 model_not_found for "gpt-4o-mini": "There is no such model." Set models.chat in assay.yaml; GET /models offers a-model, b-model',
  );
  expect(stderr).toContain('Set models.video in assay.yaml');
});

test.concurrent.for([
  [
    'every request fails',
    500,
    'application/json',
    error('boom', 'No upstream.'),
    2,
    /chat.*: 500 boom: "No upstream\."/,
  ],
  [
    'the account is closed',
    402,
    'application/json',
    error('no_credit', 'Pay first.'),
    2,
    /images.*: 402 no_credit: "Pay first\."/,
  ],
  [
    'a page is at every path',
    200,
    'text/html',
    '<html>Hello</html>',
    3,
    /Target offers no operation of this run: .* such as \/v1\./,
  ],
  [
    'no path is known',
    404,
    'text/html',
    '<html>Not here</html>',
    3,
    /Target offers no operation of this run: /,
  ],
  [
    'the key is refused',
    401,
    'application/json',
    error('bad_key', 'Who is it?'),
    3,
    /Target refused the API key: .* returned 401\. Check ASSAY_API_KEY\./,
  ],
] as const)(
  'preflight: %s: it is reported after a few requests',
  async ([, status, type, body, exitCode, words], context) => {
    const { code, stderr } = await conform(context, await answering(context, status, type, body));
    expect(stderr).toMatch(words);
    expect(code).toBe(exitCode);
  },
);

test.concurrent('preflight: one model that is not offered heads the report, and the rest is judged', async (context) => {
  const server = createReferenceServer({ ttftMs: 2, itlMs: 1, keys: [KEY, 'b_live_0'] });
  context.onTestFinished(() => server.close(0));
  const { address } = await server.listen();
  const { stdout, stderr } = await conform(
    context,
    address,
    'profile: default\nmodels: {chat: ref-chat, responses: ref-responses, images: no-such, transcription: ref-transcription, video: ref-video}\n',
    '--rule',
    'chat-required-fields',
    '--rule',
    'images-shape',
  );
  const words =
    'Valid request refused: images: 404 model_not_found for "no-such": "There is no such model." Set models.images in assay.yaml';
  expect({ stderr, stdout: stdout.replaceAll(/\s+/g, ' ') }).toMatchObject({
    stderr: expect.stringContaining(words),
    stdout: expect.stringContaining(words),
  });
});
