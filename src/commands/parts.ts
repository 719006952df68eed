/** What a command asks for. */
export interface Parts {
  readonly conformance: boolean;
  readonly load: boolean;
}
