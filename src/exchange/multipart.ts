/** A multipart/form-data body as it will stand on the wire (RFC 7578). */
export interface Multipart {
  readonly boundary: string;
  readonly parts: readonly Part[];
  /** Sends with Transfer-Encoding: chunked in place of a Content-Length. */
  readonly chunked?: boolean;
  /** Leaves out the closing boundary. */
  readonly unclosed?: boolean;
}

export type Part =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly filename: string;
      readonly type: string;
      readonly content: Uint8Array;
    };
