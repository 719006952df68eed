import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';
import { assay } from '../support/assay-in-process.ts';
import { folderOfTest } from '../support/test-folder.ts';

const KEY = 'sk-a-key-in-a-har-file-0123456789';

test('judge: a HAR file with a stream that goes on after [DONE] fails, and its key is not shown', async () => {
  const { run, json } = await judged(har(streamOf('[DONE]', chunk('late'))));
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/chat-stream-done-once-last/);
  expect(json).toContain('"watched": true');
  expect(`${run.stdout}${run.stderr}${json}`).not.toContain(KEY);
  expect(json).toContain('[API key 1]');
});

test('judge: no rule about times judges a HAR file, which has none', async () => {
  const { json } = await judged(har(streamOf(chunk('Hi'), '[DONE]')));
  expect(json).not.toMatch(/"(?:ttft|itl|tpot)Ms"/);
  expect(json).toContain('A HAR file has no times within a response');
});

test.each([
  ['{', /not JSON/],
  ['{"log":{}}', /malformed.*log\.entries/],
  ['{"log":{"entries":[]}}', /no request to an operation/],
])('judge: the HAR file %j is refused with exit code 3', async (text, message) => {
  const { run } = await judged(text);
  expect(run).toMatchObject({ code: 3, stderr: expect.stringMatching(message) });
});

test.each([
  'chrome-extension://abc/v1/chat/completions',
  'blob:https://gateway.example/v1/chat/completions',
  'file:///v1/chat/completions',
])('judge: in a HAR file, the address %s is none of a gateway', async (url) => {
  const foreign = entryOf(streamOf('[DONE]', chunk('late')), url);
  const own = entryOf(streamOf(chunk('Hi'), '[DONE]'));
  const { json } = await judged(harOf(foreign, foreign, own));
  expect(json).toContain('"address": "https://gateway.example/v1"');
  expect(json).toContain('"exchanges": 1,');
  const alone = await judged(harOf(foreign));
  expect(alone.run).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/no request to an op/),
  });
});

test('judge: a HAR file with a request for "//" is judged', async () => {
  const odd = entryOf(streamOf('[DONE]'), 'https://gateway.example//');
  const own = entryOf(
    streamOf('[DONE]', chunk('late')),
    'https://gateway.example/chat/completions',
  );
  const { run } = await judged(harOf(odd, own));
  expect(run).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/chat-stream-done-once-last/),
  });
});

test('judge: secrets of a HAR file that are words or times of the report do not change the report', async () => {
  const query =
    '?key=could-not-verify&token=judgedExchanges&sig=2026-11-22T10&pass=https://gateway.example';
  const own = entryOf(streamOf('[DONE]', chunk('late')));
  const odd = entryOf(streamOf('[DONE]'), `https://gateway.example/v1/x${query}`);
  const [{ json }, { json: plain }] = [
    await judged(harOf(own, odd)),
    await judged(harOf(own, own)),
  ];
  const [report, other] = [json, plain].map((text) => RunReportSchema.parse(JSON.parse(text)));
  expect(report?.target).toEqual(other?.target);
  expect(report?.startedAt).toBe(other?.startedAt);
});

test('judge: requests of a HAR file whose address has a user name are judged', async () => {
  const url = `https://user:${KEY}@gateway.example/v1/chat/completions`;
  const { run, json } = await judged(harOf(entryOf(streamOf('[DONE]', chunk('late')), url)));
  expect(run.code).toBe(1);
  expect(json).not.toContain(KEY);
});

test('judge: a HAR file with a time that no request can take is refused with exit code 3', async () => {
  const { run } = await judged(harOf({ ...entryOf(streamOf('[DONE]')), time: 1e308 }));
  expect(run).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/entries\.0\.time: needs at most/),
  });
});

test('judge: a HAR file that is not there is refused with exit code 3', async () => {
  const { code, stderr } = await assay(['judge', '/nowhere/traffic.har']);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      'Cannot read the HAR file: /nowhere/traffic.har (ENOENT). Check its path and its permissions.\n',
  });
});

async function judged(text: string, ...options: readonly string[]) {
  const folder = await folderOfTest('har');
  const file = join(folder, 'traffic.har');
  await writeFile(file, text);
  const run = await assay([
    'judge',
    file,
    '--out',
    folder,
    '--format',
    'json',
    '--quiet',
    ...options,
  ]);
  return { run, json: await readFile(join(folder, 'report.json'), 'utf8').catch(() => '') };
}

function har(stream: string): string {
  return harOf(entryOf(stream));
}

function harOf(...entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', entries } });
}

function entryOf(stream: string, url = 'https://gateway.example/v1/chat/completions') {
  return {
    startedDateTime: '2026-11-22T10:00:00.000Z',
    time: 120,
    timings: { send: 1, wait: 20, receive: 99 },
    request: {
      method: 'POST',
      url,
      headers: [
        { name: 'Authorization', value: `Bearer ${KEY}` },
        { name: 'Content-Type', value: 'application/json' },
      ],
      postData: {
        mimeType: 'application/json',
        text: JSON.stringify({
          model: 'm',
          stream: true,
          messages: [{ role: 'user', content: KEY }],
        }),
      },
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'text/event-stream' }],
      content: { size: stream.length, mimeType: 'text/event-stream', text: stream },
    },
  };
}

function streamOf(...data: readonly string[]): string {
  return data.map((each) => `data: ${each}\n\n`).join('');
}

function chunk(content: string): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  });
}
