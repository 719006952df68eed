import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { type Ending, loopbackServer } from '../../support/loopback-server.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const folder = await testFolder('unanswered');

const NOT_FOUND = '{"error":{"message":"no","type":"invalid_request_error","code":"not_found"}}';
const COMPLETION = JSON.stringify({
  id: 'chatcmpl-0',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
});
const BROKEN = '{"error":{"message":"down","type":"server_error","code":"internal_error"}}';

/** A gateway that streams two tokens, but leaves every second stream to `otherwise`. */
async function gateway(otherwise: Order['otherwise'], ending: Ending): Promise<string> {
  let streams = 0;
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = (await Array.fromAsync(request.setEncoding('utf8'))).join('');
    if (!asked.includes('"stream":true')) {
      if (request.method === 'POST') json(response, 200, COMPLETION);
      else json(response, 404, NOT_FOUND);
      return;
    }
    streams += 1;
    if (streams % 2 === 0) otherwise(response);
    else stream(response, streams);
  }
  const host = await loopbackServer((request, response) => void answer(request, response), ending);
  return `http://${host}`;
}

function json(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function stream(response: ServerResponse, number: number): void {
  const chunk = (delta: object, reason: string | null) =>
    `data: ${JSON.stringify({
      id: `chatcmpl-${number}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: 'hi' }, null));
  response.end(`${chunk({ content: ' there' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
}

interface Order {
  readonly otherwise: (response: ServerResponse) => void;
  readonly slo: readonly string[];
  /** A setting of the profile. */
  readonly answerDeadlineMs?: number;
  readonly words?: number;
}

async function load(
  { otherwise, slo, answerDeadlineMs = 60_000, words = 20 }: Order,
  ending: Ending,
) {
  const out = await mkdtemp(join(folder, 'out-'));
  const profile = join(out, 'profile.yaml');
  const config = join(out, 'assay.yaml');
  await writeFile(
    profile,
    `name: theirs\noverrides:\n  - {setting: answerDeadlineMs, value: ${answerDeadlineMs}, reason: a test}\n`,
  );
  await writeFile(
    config,
    `profile: ${profile}\nworkload: {scenario: chat-stream, arrivalRate: 10/s, arrivals: constant, duration: 3s, gracefulStop: 1500ms, prompts: {words: ${words}}}\n`,
  );
  const target = await gateway(otherwise, ending);
  const objectives = slo.flatMap((objective) => ['--slo', objective]);
  const run = await assay(
    ['load', '--target', target, '--config', config, ...objectives, '--verbose', '--out', out],
    { env: { ASSAY_API_KEY: 'k_live_1234567' } },
  );
  return { run, report: await reportIn(out) };
}

function sloOf({ slo }: RunReport) {
  return slo.map(({ objective, met }) => [objective, met]);
}

const never = () => {};

test.concurrent('load: a run that ends with half of its requests unanswered is inconclusive', async (context) => {
  const { run, report } = await load({ otherwise: never, slo: [] }, context);
  expect(report.reasons).toEqual([
    expect.stringMatching(
      /^Unanswered when the run ended: 15 of 30 requests \(50 %\), each after [\d.]+ s or more\. Raise gracefulStop of the workload, or find out why the target does not answer\.$/,
    ),
  ]);
  expect(run.stderr).toMatch(
    /\nLoad: arrivals ended after 3 s, the last requests after [4-9](\.\d)? s, 30 requests\n$/,
  );
  expect(run.stdout).toMatch(/100\s%\sof\s15/);
  expect(run.stdout).toMatch(
    /15 of 30 cut off by the end of the run, counted neither as good nor as errors/,
  );
  expect(report).toMatchObject({ outcome: 'inconclusive', exitCode: 2, partial: false });
  expect(run.code).toBe(2);
});

test.concurrent('load: requests that timed out miss every latency limit that they had exceeded', async (context) => {
  const slo = ['chat e2e p99 < 900ms', 'chat stream ttft p99 < 900ms', 'chat e2e p99 < 2s'];
  const { run, report } = await load({ otherwise: never, slo, answerDeadlineMs: 1000 }, context);
  expect(sloOf(report)).toEqual([
    ['chat e2e p99 < 900ms', false],
    ['chat stream ttft p99 < 900ms', false],
    ['chat e2e p99 < 2s', null],
  ]);
  expect(run.code).toBe(1);
});

test.concurrent('load: streams that were refused with a body are errors of streams, also of long prompts', async (context) => {
  const slo = ['chat stream errors <= 1%'];
  const { run, report } = await load(
    { otherwise: (it) => json(it, 500, BROKEN), slo, words: 16_000 },
    context,
  );
  expect(sloOf(report)).toEqual([['chat stream errors <= 1%', false]]);
  expect(report.slo[0]?.measured).toBeCloseTo(50, 0);
  expect(run.code).toBe(1);
});
