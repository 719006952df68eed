import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readBytes } from './body.ts';
import { fingerprint } from './json.ts';
import { Refusal } from './refusal.ts';

export interface Form {
  /** In the order sent. */
  readonly parts: readonly FormPart[];
  /** The body as sent. */
  readonly bytes: Buffer;
}

export type FormPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly sizeBytes: number;
      readonly digest: string;
    };

export interface UploadLimits {
  /** Limit of one file. */
  readonly fileBytes: number;
  /** Limit of the whole body. */
  readonly bodyBytes: number;
}

/** The parts of receiving an upload that can be altered. */
export interface UploadSteps {
  /** `contentLength` is undefined when the body comes in chunks. */
  uploadLimits(contentLength: number | undefined): UploadLimits;
  digestFile(bytes: Buffer): string;
}

const MIB = 1024 * 1024;

/** The interface limits the file; the body may be larger by the rest of the form. */
export const UPLOAD_LIMITS: UploadLimits = { fileBytes: 25 * MIB, bodyBytes: 26 * MIB };

const MAX_FIELD = 64 * 1024;
const MAX_PARTS = 100;
const MAX_PADDING = 256;
const HEADERS_END = '\r\n\r\n';

/** In hex. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Equal for two forms with the same parts: the boundary and the order are not content. */
export function fingerprintForm({ parts }: Form): string {
  return fingerprint(parts.map(fingerprint).toSorted());
}

/** Reads an upload. Rejects with a refusal. */
export async function receiveForm(request: IncomingMessage, steps: UploadSteps): Promise<Form> {
  const boundary = boundaryOf(request.headers['content-type']);
  const length = request.headers['content-length'];
  const limits = steps.uploadLimits(length === undefined ? undefined : Number(length));
  const bytes = await readBytes(request, limits.bodyBytes, tooLarge);
  const parts = partsOf(bytes, boundary).map((part) => formPart(part, limits, steps));
  return { parts, bytes };
}

export interface Part {
  readonly name: string;
  /** Present: the part is a file. */
  readonly filename: string | undefined;
  readonly content: Buffer;
}

function formPart(
  { name, filename, content }: Part,
  { fileBytes }: UploadLimits,
  { digestFile }: UploadSteps,
): FormPart {
  const sizeBytes = content.length;
  if (filename === undefined) {
    if (sizeBytes > MAX_FIELD) throw Refusal.tooLarge('A field is larger than 64 KiB.', name);
    return { kind: 'field', name, value: content.toString() };
  }
  if (sizeBytes > fileBytes) throw tooLarge();
  return { kind: 'file', name, sizeBytes, digest: digestFile(content) };
}

/** The parts of multipart/form-data (RFC 2046 §5.1, RFC 7578). Throws a refusal for a malformed form. */
export function partsOf(body: Buffer, boundary: string): readonly Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // A form without a preamble begins with its delimiter, without the line end before it.
  const bytes = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let start: number | undefined;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length;
    const rest = bytes.toString('latin1', after, after + MAX_PADDING);
    const [line] = /^(?:--|[ \t]*\r\n)/.exec(rest) ?? [];
    if (line === undefined) continue;
    if (start !== undefined) parts.push(partOf(bytes.subarray(start, at)));
    if (parts.length > MAX_PARTS) throw malformed('The form has too many parts.');
    if (line === '--') return parts;
    start = after + line.length - '\r\n'.length;
  }
  throw Refusal.badRequest('The form ends before its closing boundary.', 'unclosed_form');
}

function partOf(bytes: Buffer): Part {
  const end = bytes.indexOf(HEADERS_END);
  const headers = bytes.toString('utf8', 0, Math.max(0, end));
  const disposition = /\r\ncontent-disposition:\s*(form-data\s*;[^\r]*)/i.exec(headers)?.[1] ?? '';
  const found = parameters(disposition);
  const name = found.get('name');
  if (name === undefined) throw malformed('A part of the form has no name.');
  const filename = found.get('filename') ?? found.get('filename*') ?? unnamedFile(headers);
  return { name, filename, content: bytes.subarray(end + HEADERS_END.length) };
}

/** The name of a file is optional (RFC 7578 §4.2): its media type then distinguishes it from a text. */
function unnamedFile(headers: string): string | undefined {
  return /\r\ncontent-type:\s*(?!text\/plain)\S/i.test(headers) ? '' : undefined;
}

/** The boundary of a content type, with the limits of RFC 2046; a refusal when there is none. */
function boundaryOf(contentType = ''): string {
  const [type = ''] = contentType.split(';', 1);
  if (type.trim().toLowerCase() !== 'multipart/form-data') {
    throw Refusal.unsupported('multipart/form-data');
  }
  const boundary = parameters(contentType).get('boundary') ?? '';
  if (boundary.length >= 1 && boundary.length <= 70) return boundary;
  throw malformed('The content type must state a boundary of 1 to 70 characters.');
}

const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g;

function parameters(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    found.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? token);
  }
  return found;
}

function malformed(message: string): Refusal {
  return Refusal.badRequest(message, 'malformed_form');
}

function tooLarge(): Refusal {
  return Refusal.tooLarge('The file is larger than 25 MiB.', 'file');
}
