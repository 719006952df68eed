/** `go build` of the load engine failed. */
export class EngineBuildFailure extends Error {
  override name = 'EngineBuildFailure' as const;
  /** The last lines that the build printed. */
  readonly output: string;

  constructor(output: string, options?: ErrorOptions) {
    super(
      `Load engine could not be built: ${output.trim() || 'go build said nothing'}\nGo modules must be reachable (go env GOPROXY) the first time.`,
      options,
    );
    this.output = output;
  }
}
