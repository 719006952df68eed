/** The target did not respond before the run began: exit code 2. */
export class TargetUnreachable extends Error {
  override name = 'TargetUnreachable' as const;
}
