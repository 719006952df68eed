/** Nothing here can run a container: exit code 3. */
export class NoContainerEngine extends Error {
  override name = 'NoContainerEngine' as const;

  /** @param reason a clause, such as "no engine answers" */
  constructor(reason: string) {
    super(
      `No container engine: ${reason}. Start Docker or Podman, or use the embedded reference gateway (--target embedded).`,
    );
  }
}
