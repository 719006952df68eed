/** What `ASSAY_ENGINE` names cannot be run. */
export class EngineNotExecutable extends Error {
  override name = 'EngineNotExecutable' as const;
  readonly path: string;

  constructor(path: string, options?: ErrorOptions) {
    super(
      `ASSAY_ENGINE is no executable file: ${path}. Set it to a built engine, or unset it and Assay builds one.`,
      options,
    );
    this.path = path;
  }
}
