/** Something that a run needs is missing or does not work, on this machine or in a scenario. */
export class SetupError extends Error {
  override name = 'SetupError' as const;
}
