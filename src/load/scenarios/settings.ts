import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { Settings } from '../../../scenarios/lib/settings.ts';
import type { Expectations } from '../../conformance/expectations.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import {
  BILLABLE,
  type Billable,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import type { Workload } from '../workload/workload.ts';

/** What a run passes to its scenario. */
interface Scene {
  /** The name of the k6 scenario. */
  readonly name: string;
  readonly address: string;
  readonly workload: Workload;
  readonly expect: Expectations;
  /** Operations that the target does not support. */
  readonly absent: readonly Operation[];
}

/** What a scenario must know of its workload and of the target. */
export function scenarioSettings({ name, address, workload, expect, absent }: Scene): Settings {
  const { seed, mix, echoShare, retries, uploads, sessions, slowReaders } = workload;
  const { prompts, answers } = workload;
  const { completed, failed, cancelled } = expect.videoStates;
  return {
    scenario: name,
    address: address.replace(/\/+$/, ''),
    run: randomBytes(4).toString('hex'),
    seed,
    load: { ...workload, ...(workload.trace && { trace: absolute(workload.trace) }) },
    paths: Object.fromEntries(OPERATION_NAMES.map((each) => [each, OPERATIONS[each].path])),
    absent,
    models: byOperation((operation) => expect[OPERATIONS[operation].model.setting]),
    echoModels: byOperation((operation) => modelFor(expect.echoModel, operation)),
    streamField: expect.streamField,
    ...(prompts !== undefined && { prompts: { ...prompts, ...fileOf(prompts.file) } }),
    ...(answers !== undefined && { answers }),
    answerTokensField: expect.answerTokensField,
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
    sessions,
    slowReaders,
  };
}

function byOperation<T>(pick: (operation: Billable) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(BILLABLE.map((operation) => [operation, pick(operation)]));
}

/** The name of the k6 scenario, in the letters that k6 allows. */
export function scenarioName(scenario: string): string {
  const stem = basename(scenario).replace(/\.[cm]?[jt]s$/, '');
  return stem.replace(/[^\w-]/g, '-');
}

/** The engine would resolve relative paths elsewhere. */
function absolute<T extends { readonly file: string }>(named: T): T {
  return { ...named, file: resolve(named.file) };
}

function fileOf(file: string | undefined): { file?: string } {
  return file === undefined ? {} : { file: resolve(file) };
}
