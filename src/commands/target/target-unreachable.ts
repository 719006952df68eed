/** No answer came from the target before the run began: exit code 2. */
export class TargetUnreachable extends Error {
  override name = 'TargetUnreachable' as const;
}
