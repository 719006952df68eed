import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkFiles, checkPromptFile } from '../../../src/load/workload/check-files.ts';
import { azureTrace, readTrace, withReplayableTrace } from '../../../src/load/workload/trace.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';

const folder = await testFolder('trace');

const written = writerIn(folder);

describe('trace', () => {
  test('trace: its arrivals and its length are read, whatever else its lines contain', async () => {
    const file = await written(
      'mooncake.jsonl',
      `\uFEFF{"timestamp": 500, "input_length": 6758, "output_length": 500, "hash_ids": [0, 1]}\r
\r
{"timestamp": 2500.5, "scenario": "chat"}\r
{"timestamp": 2500.5}`,
    );
    expect(await readTrace(file)).toEqual({ arrivals: 3, lengthMs: 2000.5 });
  });

  test('trace: a CSV file is an Azure trace, which needs arrivals too', async () => {
    const head = 'TIMESTAMP,ContextTokens,GeneratedTokens\n';
    const file = await written('arrivals.csv', `${head}2023-11-16 18:15:46,1,2\n`);
    expect(await readTrace(file)).toEqual({ arrivals: 1, lengthMs: 0 });
    await expect(readTrace(await written('none.csv', head))).rejects.toThrow(
      /^Trace has no arrivals: /,
    );
  });

  test('trace: the engine gets an Azure trace as JSONL, until the load has ended', async () => {
    const file = await written(
      'azure.csv',
      `TIMESTAMP,ContextTokens,GeneratedTokens
2023-11-16 18:15:46.68,30,4
2023-11-16 18:15:46.98,12,3
`,
    );
    const workload = WorkloadSchema.parse({ trace: file });
    const replayed = await withReplayableTrace(workload, async ({ trace }) => ({
      file: trace?.file ?? '',
      text: await readFile(trace?.file ?? '', 'utf8'),
    }));
    expect(replayed.text).toBe(`{"timestamp":0,"input_length":30,"output_length":4}
{"timestamp":300,"input_length":12,"output_length":3}
`);
    expect(existsSync(replayed.file)).toBe(false);
  });

  test.each([
    ['{"timestamp":0}\n{"timestamp":', 'Line 2 is not JSON.'],
    ['{"timestamp":"0"}', 'Line 1 is malformed. timestamp: needs a number; got "0".'],
    ['5', 'Line 1 is malformed. needs a mapping of keys to values; got 5.'],
    ['{"input_length":1}', 'Line 1 is malformed. timestamp: needs a number; got nothing.'],
    [
      '{"timestamp":0,"output_length":1.5}',
      'Line 1 is malformed. output_length: needs a whole number; got 1.5.',
    ],
    [
      '{"timestamp":0,"input_length":1000001}',
      'Line 1 is malformed. input_length: needs at most 1000000; got 1000001.',
    ],
    [
      '{"timestamp":2}\n\n{"timestamp":1}',
      'Line 3 has timestamp 1, which is before 2 of the line above it. Sort the file by its timestamps.',
    ],
    [
      '{"timestamp":2,"scenario":"chatt"}',
      'Line 1 names an unknown scenario: chatt. Did you mean chat?',
    ],
    ['{"timestamp":2,"scenario":"mixed"}', 'Line 1 names an unknown scenario: mixed.'],
  ])('trace: %j is reported with its line', async (text, message) => {
    const file = await written('broken.jsonl', text);
    await expect(readTrace(file)).rejects.toThrow(`Trace is malformed: ${file}. ${message}`);
  });

  test('trace: an empty file and a missing file are reported', async () => {
    await expect(readTrace(await written('empty.jsonl', '\n'))).rejects.toThrow(
      /^Trace has no arrivals: /,
    );
    await expect(readTrace(join(folder, 'none.jsonl'))).rejects.toThrow(
      /^Cannot read the file: \S+none\.jsonl \(ENOENT\)\. Check its path\.$/,
    );
  });

  test.each([
    [1, undefined, 1001],
    [2, undefined, 501],
    [1, '400ms', undefined],
    [1, '5s', 1001],
  ])('trace: at speed %d and a duration of %s it lasts %s ms', async (speed, duration, lastsMs) => {
    const file = await written('second.jsonl', '{"timestamp":7}\n{"timestamp":1007}\n');
    const workload = WorkloadSchema.parse({
      trace: { file, speed },
      ...(duration !== undefined && { duration }),
    });
    expect(await checkFiles(workload)).toBe(lastsMs);
  });
});

describe('azure trace', () => {
  test('azure trace: times count from the first line, to the microsecond, whatever the zone', async () => {
    const file = await written(
      'azure.csv',
      `TIMESTAMP,ContextTokens,GeneratedTokens\r
2023-11-16 18:15:46.6805900,374,44\r
2023-11-16 18:15:50.9951690,396,109\r
2023-11-16 20:16:00+02:00,7,0\r
`,
    );
    expect(await Array.fromAsync(azureTrace(file))).toEqual([
      { timestamp: 0, input_length: 374, output_length: 44 },
      { timestamp: 4314.579, input_length: 396, output_length: 109 },
      { timestamp: 13_319.41, input_length: 7, output_length: 0 },
    ]);
  });

  test.each([
    [
      'when,tokens\n1,2\n',
      /^File is not an Azure LLM inference trace: .* TIMESTAMP,ContextTokens,GeneratedTokens\.$/,
    ],
    ['HEAD\nyesterday,1,2\n', /Line 2 has no time: yesterday\.$/],
    ['HEAD\n2023-11-16 18:15:46,1\n', /Line 2 has no number of tokens: the column is missing\.$/],
    ['HEAD\n2023-11-16 18:15:46,many,2\n', /Line 2 has no number of tokens: many\.$/],
    [
      'HEAD\n2023-11-16 18:15:46,1,2\n2023-11-16 18:15:45,1,2\n',
      /Line 3 is before the line above it: sort the lines by TIMESTAMP\.$/,
    ],
  ])('azure trace: %j is reported with its line', async (text, message) => {
    const head = 'TIMESTAMP,ContextTokens,GeneratedTokens';
    const file = await written('broken.csv', text.replace('HEAD', head));
    await expect(Array.fromAsync(azureTrace(file))).rejects.toThrow(message);
  });
});

describe('files of a workload', () => {
  const readers = {
    trace: (file: string) => readTrace(file),
    'azure trace': (file: string) => Array.fromAsync(azureTrace(file)),
    prompts: (file: string) => checkPromptFile(file),
  };

  test.each(Object.entries(readers))(
    '%s: a device, a pipe and a folder are refused at once',
    async (_, read) => {
      const pipe = join(folder, `pipe-${randomUUID()}`);
      execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
      for (const file of ['/dev/zero', pipe, folder]) {
        await expect(read(file)).rejects.toThrow(
          `Cannot read the file: ${file}. It is a folder, a device or a pipe. Name a regular file.`,
        );
      }
    },
  );

  test.each(Object.entries(readers))(
    '%s: a file that is too large is refused before it is read',
    async (_, read) => {
      const file = await written('sparse', '');
      await truncate(file, 5e12);
      await expect(read(file)).rejects.toThrow(/^File is too large: \S+ has 5000000000000 bytes/);
    },
  );

  test.each(Object.entries(readers))(
    '%s: a line that is too long is named by its number',
    async (name, read) => {
      const head = name === 'azure trace' ? 'TIMESTAMP,ContextTokens,GeneratedTokens' : '';
      const file = await written('long', `${head}\n\n${'x'.repeat(9_000_000)}`);
      await expect(read(file)).rejects.toThrow(
        /^Line is too long: line 3 of \S+ has more than \d+ bytes\./,
      );
    },
  );

  test('trace: long lines are read, however they are split into chunks', async () => {
    const line = (at: number) => `{"timestamp":${at},"note":"${'é'.repeat(499_000)}"}`;
    const file = await written('wide.jsonl', [0, 7, 9].map(line).join('\n'));
    expect(await readTrace(file)).toEqual({ arrivals: 3, lengthMs: 9 });
  });
});

describe('prompts', () => {
  test.each([
    ['prompts.txt', 'Tell me a story.\n\nAnother?\n'],
    ['prompts.jsonl', '"Tell me a story."\n{"prompt":"Another?","output_length":5}\n'],
  ])('prompts: %s can be read', async (name, text) => {
    await expect(checkPromptFile(await written(name, text))).resolves.toBeUndefined();
  });

  test.each([
    ['prompts.txt', '\n', /^File has no prompts: /],
    ['prompts.jsonl', '"a"\nb\n', /^Prompts are malformed: \S+ Line 2 must be a JSON string/],
    ['prompts.jsonl', '{"prompt":""}\n', /Line 1 must be a JSON string, or \{"prompt": "…"/],
  ])('prompts: a %s of %j is reported', async (name, text, message) => {
    await expect(checkPromptFile(await written(name, text))).rejects.toThrow(message);
  });
});
