import type { Stage } from '../../answers/video-jobs.ts';

interface ScriptedState {
  /** From when on after the job was created. */
  readonly afterMs: number;
  /** At the upstream. */
  readonly status: string;
  readonly stage: Stage;
  readonly progress: number;
}

/** What a video job shows upstream whose states a gateway is to pass on. */
export const SCRIPTED_JOB: readonly ScriptedState[] = [
  { afterMs: 0, status: 'queued', stage: 'waiting', progress: 0 },
  { afterMs: 300, status: 'in_progress', stage: 'running', progress: 50 },
  { afterMs: 2000, status: 'completed', stage: 'completed', progress: 100 },
];

/** When it has ended. */
export const JOB_ENDS_MS = Math.max(...SCRIPTED_JOB.map(({ afterMs }) => afterMs));

/** The place of a stage in its course; undefined for one that the job does not show. */
export function placeOf(stage: Stage | undefined): number | undefined {
  const place = SCRIPTED_JOB.findIndex((state) => state.stage === stage);
  return place === -1 ? undefined : place;
}
