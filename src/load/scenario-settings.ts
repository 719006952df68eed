import { randomBytes } from 'node:crypto';
import type { Settings } from '../../scenarios/lib/settings.ts';
import type { Expectations } from '../conformance/expectations.ts';
import type { Workload } from './workload.ts';

/** What a scenario must know of a workload and of the target that it meets. */
export function scenarioSettings(
  name: string,
  address: string,
  workload: Workload,
  expect: Expectations,
): Settings {
  const { seed, mix, echoShare, retries, uploads } = workload;
  const { completed, failed, cancelled } = expect.videoStates;
  return {
    scenario: name,
    address: address.replace(/\/+$/, ''),
    run: randomBytes(4).toString('hex'),
    seed,
    load: workload,
    models: {
      chat: expect.chatModel,
      responses: expect.responsesModel,
      image: expect.imageModel,
      transcription: expect.transcriptionModel,
      video: expect.videoModel,
      echo: expect.echoModel,
    },
    streamField: expect.streamField,
    imageSizes: expect.imageSizes,
    video: {
      duration: expect.videoDuration,
      pollMs: expect.videoPollMs,
      deadlineMs: expect.videoDeadlineMs,
      terminalStates: [...completed, ...failed, ...cancelled],
    },
    deadlineMs: expect.answerDeadlineMs,
    mix,
    echoShare,
    retries,
    uploads,
  };
}
