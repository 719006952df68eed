import { type Answer, type RequestOptions, request } from 'k6/x/gateway';
import type { Settings } from './settings.ts';

/** The settings of this run. */
export const settings: Settings = readSettings(__ENV.ASSAY_SCENARIO);

/** A request without address and deadline: those of the run apply. */
export type Request = Omit<RequestOptions, 'url' | 'timeoutMs'> & {
  /** The id of a video job. */
  readonly id?: string;
};

/** Sends one request and waits for its outcome. */
export function send(plan: Request): Answer {
  return request(addressed(plan));
}

/** The request in the form that the engine expects. */
export function addressed({ id, ...plan }: Request): RequestOptions {
  const path = (settings.paths[plan.operation] ?? '').replace('{id}', encodeURIComponent(id ?? ''));
  return { ...plan, url: settings.address + path, timeoutMs: settings.deadlineMs };
}

function readSettings(json: string | undefined): Settings {
  if (json === undefined) {
    throw new Error(
      'ASSAY_SCENARIO is not set: run the scenario by "assay load", or make a script of it with "assay load --emit script".',
    );
  }
  const given: Settings = JSON.parse(json);
  return given.run === '' ? { ...given, run: freshRun() } : given;
}

/** Differs for each virtual user, so words that begin with it are unique. */
function freshRun(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
