/** The target did not respond before the run began: exit code 2. */
export class TargetUnreachable extends Error {
  override name = 'TargetUnreachable' as const;
}

/** It or its proxy responds, and a setting is wrong, such as its address: exit code 3. */
export class TargetMisaddressed extends TargetUnreachable {}
