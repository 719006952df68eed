/** A target that Assay was to start did not come up: exit code 3. */
export class TargetNotStarted extends Error {
  override name = 'TargetNotStarted' as const;
}
