import { createHash, randomBytes } from 'node:crypto';
import type { FilePart } from './exchange.ts';
import type { Payload } from './payload.ts';

/** A multipart/form-data body as it is sent (RFC 7578). */
export interface Multipart {
  readonly boundary: string;
  /** The media type in another spelling. */
  readonly mediaType?: string;
  /** How the headers of parts are written; as browsers do when absent. */
  readonly partHeads?: PartHeads;
  readonly parts: readonly Part[];
  /** Sends Transfer-Encoding: chunked instead of a Content-Length. */
  readonly chunked?: boolean;
  /** Text before the first boundary, which a server ignores. */
  readonly preamble?: string;
  /** Text after the closing boundary, which a server ignores. */
  readonly epilogue?: string;
  /** Omits the closing boundary. */
  readonly unclosed?: boolean;
}

/** Names as tokens, as .NET writes them; or the names of headers in lower case, Content-Type first. */
export type PartHeads = 'tokens' | 'lower-case';

export type Part =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly filename: string;
      /** No Content-Type when empty. */
      readonly type: string;
      readonly content: Uint8Array;
    };

const PIECE_BYTES = 64 * 1024;

/** A boundary that occurs in content only by a chance of 1 in 2^96. */
export function randomBoundary(): string {
  return `assay-${randomBytes(12).toString('hex')}`;
}

/** The body of a form. A file's content is sent in slices and never copied whole. */
export function multipartPayload(form: Multipart): Payload {
  const sizeBytes = segments(form).reduce((sum, { length }) => sum + length, 0);
  return {
    contentType: `${form.mediaType ?? 'multipart/form-data'}; boundary=${parameter(form.boundary)}`,
    sizeBytes,
    chunked: form.chunked ?? false,
    chunks: () => pieces(form),
    record: () => ({ kind: 'multipart', ...describeParts(form.parts), sizeBytes }),
  };
}

function segments(form: Multipart): Uint8Array[] {
  const { boundary, parts, unclosed, preamble, epilogue, partHeads } = form;
  const body = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHead(part, partHeads)}\r\n\r\n`),
    'value' in part ? Buffer.from(part.value) : part.content,
    Buffer.from('\r\n'),
  ]);
  const before = preamble === undefined ? [] : [Buffer.from(`${preamble}\r\n`)];
  const after = `--${boundary}--\r\n${epilogue ?? ''}`;
  return [...before, ...body, ...(unclosed ? [] : [Buffer.from(after)])];
}

function* pieces(form: Multipart): Generator<Uint8Array> {
  for (const segment of segments(form)) {
    for (let start = 0; start < segment.length; start += PIECE_BYTES) {
      yield segment.subarray(start, start + PIECE_BYTES);
    }
  }
}

function partHead(part: Part, heads?: PartHeads): string {
  const write = heads === 'tokens' ? parameter : inQuotes;
  const file = 'value' in part ? '' : `; filename=${write(part.filename)}`;
  const lines = [`Content-Disposition: form-data; name=${write(part.name)}${file}`];
  if (!('value' in part) && part.type !== '') lines.push(`Content-Type: ${part.type}`);
  if (heads !== 'lower-case') return lines.join('\r\n');
  return lines
    .toReversed()
    .map((line) => line.replace(/^[\w-]+/, (name) => name.toLowerCase()))
    .join('\r\n');
}

/** As browsers write it (WHATWG HTML, multipart/form-data encoding algorithm). */
function inQuotes(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;
}

/** A parameter: a token as it is, anything else as a quoted string. */
function parameter(value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : `"${value}"`;
}

function describeParts(parts: readonly Part[]): {
  fields: [name: string, value: string][];
  files: FilePart[];
} {
  const fields: [string, string][] = [];
  const files: FilePart[] = [];
  for (const part of parts) {
    if ('value' in part) fields.push([part.name, part.value]);
    else {
      files.push({
        field: part.name,
        filename: part.filename,
        sizeBytes: part.content.length,
        sha256: sha256(part.content),
      });
    }
  }
  return { fields, files };
}

const digests = new WeakMap<Uint8Array, string>();

function sha256(content: Uint8Array): string {
  let digest = digests.get(content);
  if (digest === undefined) {
    digest = createHash('sha256').update(content).digest('hex');
    digests.set(content, digest);
  }
  return digest;
}
