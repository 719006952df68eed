import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationOf } from '../../../src/commands/configuration/configuration.ts';
import { chooseProfileOffline } from '../../../src/commands/target/choose-profile.ts';
import { scenarioSettings } from '../../../src/load/scenarios/settings.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { testFolder, writerIn } from '../../support/test-folder.ts';

const folder = await testFolder('models');

const file = writerIn(folder);

const PROFILE = `name: mine
overrides:
  - { setting: raceRounds, value: 2, reason: Few rounds are quick. }
  - { setting: videoPollMs, value: 40, reason: Its jobs are short. }
`;
const MODELS = `models:
  chat: ref-chat
  responses: ref-responses
  images: ref-image
  transcription: ref-transcription
  video: ref-video
  echo: { chat: ref-echo }
  slow: { responses: ref-slow }
  failing: { chat: ref-fail, video-create: ref-fail-video }
  failingMidStream: { chat: ref-fail-mid }
`;

/** With the models above and a gateway that does not say when a chat stream fails. */
const VERDICTS = {
  'chat-turns-in-order': ['pass', undefined],
  'chat-long-prompt-whole': ['pass', undefined],
  'transport-no-cross-talk': ['pass', undefined],
  'responses-inputs-honoured': ['could-not-verify', /^needs an echoing model: .*, for responses$/],
  'transcription-binary-safe': ['could-not-verify', /an echoing model: .*, for transcription$/],
  'chat-stream-error-in-band': ['fail', undefined],
  'responses-stream-error-event': ['could-not-verify', /a model that fails: .*, for responses$/],
  'video-failed-error': ['pass', undefined],
  'responses-stream-incremental': ['pass', undefined],
  'video-cancel-complete-race': [
    'not-applicable',
    /jobs that overlap with their DELETE: .*slowModel/,
  ],
} as const;

test('conform: rules of an operation with a suitable model are judged, the others name the missing setting', async () => {
  const { address, env } = await startReference({ faults: ['cs-silent-truncate'] });
  const profile = await file('mine.yaml', PROFILE);
  const config = await file('models.yaml', MODELS);
  const rules = Object.keys(VERDICTS).flatMap((id) => ['--rule', id]);
  const named = ['--target', address, '--profile', profile, '--config', config];
  const run = await assay(['conform', ...named, ...rules, '--json', '--out', join(folder, 'out')], {
    env,
  });
  expect(run.code).toBe(1);
  const report = RunReportSchema.parse(JSON.parse(run.stdout));
  const seen = new Map(report.rules.map(({ id, verdict, reason }) => [id, { verdict, reason }]));
  for (const [id, [verdict, reason]] of Object.entries(VERDICTS)) {
    expect(seen.get(id)?.verdict, id).toBe(verdict);
    if (reason !== undefined) expect(seen.get(id)?.reason, id).toMatch(reason);
  }
  const echo = report.profile.overrides.find(({ subject }) => subject === 'echoModel');
  expect(echo).toMatchObject({
    value: { chat: 'ref-echo' },
    reason: 'Set in the configuration, models.echo.',
    rules: expect.arrayContaining(['chat-turns-in-order', 'transcription-binary-safe']),
  });
});

const EVERY_KEY = {
  chat: ['a', 'chatModel'],
  responses: ['b', 'responsesModel'],
  images: ['c', 'imageModel'],
  transcription: ['d', 'transcriptionModel'],
  video: ['e', 'videoModel'],
  echo: ['f', 'echoModel'],
  slow: ['g', 'slowModel'],
  failing: ['h', 'failingModel'],
  failingMidStream: ['i', 'failingMidStreamModel'],
  failingVideo: ['j', 'failingVideoModel'],
} as const;

async function expectationsOf(models: Readonly<Record<string, unknown>>) {
  const configuration = configurationOf({ target: 'http://127.0.0.1', models }, 'assay.yaml');
  return (await chooseProfileOffline(configuration)).expect;
}

test('models: each key of assay.yaml sets the setting of its name', async () => {
  const keys = Object.entries(EVERY_KEY);
  const models = Object.fromEntries(keys.map(([key, [model]]) => [key, model]));
  const settings = Object.fromEntries(keys.map(([, [model, setting]]) => [setting, model]));
  expect(await expectationsOf(models)).toMatchObject(settings);
});

test('models: load uses the echoing model at the operations that have one', async () => {
  const { workload } = configurationOf({}, 'assay.yaml');
  const echoAt = async (echo: unknown) => {
    const scene = { name: 'mixed', address: 'http://127.0.0.1', workload, absent: [] };
    return scenarioSettings({ ...scene, expect: await expectationsOf({ echo }) }).echoModels;
  };
  expect(await echoAt('e')).toMatchObject({ chat: 'e', responses: 'e', transcription: 'e' });
  expect(await echoAt({ responses: 'r' })).toMatchObject({
    chat: null,
    responses: 'r',
    transcription: null,
  });
});

test.each([
  ['slow: { vido-create: a }', 'Unknown key: models.slow.vido-create. Did you mean video-create?'],
  [
    'echo: { images: a }',
    'Unknown key: models.echo.images. Known keys: chat, responses, transcription.',
  ],
  ['failingMidStream: {}', 'models.failingMidStream: needs a model for one of chat, responses.'],
  [
    'echo: [a]',
    'models.echo: needs a model, or a mapping of chat, responses, transcription to models.',
  ],
])('models: %s in assay.yaml is reported with exit code 3', async (line, sentence) => {
  const config = await file('bad.yaml', `models:\n  ${line}\n`);
  const run = await assay(['conform', '--config', config]);
  expect(run.stderr).toBe(`Configuration is malformed: ${config}. ${sentence}\n`);
  expect(run.code).toBe(3);
});
