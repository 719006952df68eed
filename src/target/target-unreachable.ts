/** The target did not respond before the run began: exit code 2. */
export class TargetUnreachable extends Error {
  override name = 'TargetUnreachable' as const;
}

/** It responds, and knows no path of a gateway: its address is wrong, which is exit code 3. */
export class TargetMisaddressed extends TargetUnreachable {}
