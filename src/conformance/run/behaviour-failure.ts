/** Looking at a behaviour broke: a mistake of ours, never charged to the target. */
export class BehaviourFailure extends Error {
  override name = 'BehaviourFailure' as const;
  readonly behaviourId: string;

  constructor(behaviourId: string, cause: unknown) {
    const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`Behaviour could not be read: ${behaviourId} (${what}). This is a mistake in Assay.`, {
      cause,
    });
    this.behaviourId = behaviourId;
  }
}
