import { Refusal } from './refusal.ts';

/** Takes the content of one part, piece by piece. */
export interface PartSink {
  write(bytes: Buffer): void;
  end(): void;
}

export interface PartHeaders {
  readonly name: string;
  /** Present: the part is a file. */
  readonly filename: string | undefined;
}

type State = 'content' | 'delimiter' | 'headers' | 'epilogue';

const MAX_HEADERS = 16 * 1024;
const MAX_PADDING = 256;
const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const HYPHEN = 0x2d;

const DISCARD: PartSink = { write() {}, end() {} };

/**
 * Reads multipart/form-data as it arrives (RFC 2046 §5.1, RFC 7578) and keeps no more than a
 * delimiter or the headers of one part. Throws a refusal for a malformed form.
 */
export class MultipartReader {
  readonly #delimiter: Buffer;
  readonly #startPart: (headers: PartHeaders) => PartSink;
  /** The preamble is content that is ignored; the CRLF before its delimiter is added. */
  #sink = DISCARD;
  #state: State = 'content';
  #rest: Buffer = CRLF;

  constructor(boundary: string, startPart: (headers: PartHeaders) => PartSink) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#startPart = startPart;
  }

  write(bytes: Buffer): void {
    if (this.#state === 'epilogue') return;
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const next = this.#read(rest);
      if (next === undefined) break;
      rest = next;
    }
    this.#rest = this.#keep(rest);
  }

  /** Refuses a body that ends before its closing boundary. */
  end(): void {
    if (this.#state !== 'epilogue')
      throw Refusal.badRequest('The form ends before its closing boundary.', 'unclosed_form');
  }

  /** One step; returns the rest, or undefined if more bytes are needed. */
  #read(bytes: Buffer): Buffer | undefined {
    switch (this.#state) {
      case 'content':
        return this.#readContent(bytes);
      case 'delimiter':
        return this.#readDelimiter(bytes);
      case 'headers':
        return this.#readHeaders(bytes);
      case 'epilogue':
        return undefined;
    }
  }

  #readContent(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#delimiter);
    if (at === -1) return undefined;
    if (at > 0) this.#sink.write(bytes.subarray(0, at));
    this.#state = 'delimiter';
    return bytes.subarray(at + this.#delimiter.length);
  }

  /** What follows a delimiter: `--` closes, padding and CRLF open a part, else it is content. */
  #readDelimiter(bytes: Buffer): Buffer | undefined {
    if (bytes[0] === HYPHEN && bytes[1] === HYPHEN) {
      this.#sink.end();
      this.#state = 'epilogue';
      return undefined;
    }
    const padding = countPadding(bytes);
    const [first, second] = [bytes[padding], bytes[padding + 1]];
    if (first === 0x0d && second === 0x0a) {
      this.#sink.end();
      this.#state = 'headers';
      return bytes.subarray(padding);
    }
    const open =
      first === undefined || (second === undefined && (first === 0x0d || isHyphen(bytes)));
    if (open && padding <= MAX_PADDING) return undefined;
    this.#sink.write(this.#delimiter);
    this.#state = 'content';
    return bytes;
  }

  #readHeaders(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(HEADERS_END);
    if (at > MAX_HEADERS || (at === -1 && bytes.length > MAX_HEADERS)) {
      throw malformed('The headers of a part of the form are too long.');
    }
    if (at === -1) return undefined;
    this.#sink = this.#startPart(parseHeaders(bytes.toString('utf8', 0, at)));
    this.#state = 'content';
    return bytes.subarray(at + HEADERS_END.length);
  }

  /** Passes on the content that cannot contain a delimiter and keeps the rest. */
  #keep(bytes: Buffer): Buffer {
    if (this.#state === 'epilogue') return Buffer.alloc(0);
    if (this.#state !== 'content') return Buffer.from(bytes);
    const sure = bytes.length - this.#delimiter.length + 1;
    if (sure <= 0) return Buffer.from(bytes);
    this.#sink.write(bytes.subarray(0, sure));
    return Buffer.from(bytes.subarray(sure));
  }
}

/** The boundary of a content type, with the limits of RFC 2046; a refusal when there is none. */
export function boundaryOf(contentType: string | undefined): string {
  const [type = ''] = (contentType ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'multipart/form-data') {
    throw Refusal.unsupported('multipart/form-data');
  }
  const boundary = parameters(contentType ?? '').get('boundary') ?? '';
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

function parseHeaders(text: string): PartHeaders {
  const disposition = /\r\ncontent-disposition:\s*(form-data\s*;[^\r]*)/i.exec(text)?.[1] ?? '';
  const found = parameters(disposition);
  const name = found.get('name');
  if (name === undefined) throw malformed('A part of the form has no name.');
  return { name, filename: found.get('filename') ?? found.get('filename*') };
}

function countPadding(bytes: Buffer): number {
  let count = 0;
  while (bytes[count] === 0x20 || bytes[count] === 0x09) count += 1;
  return count;
}

function isHyphen(bytes: Buffer): boolean {
  return bytes[0] === HYPHEN;
}

function malformed(message: string): Refusal {
  return Refusal.badRequest(message, 'malformed_form');
}
