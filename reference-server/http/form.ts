import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ClientDisconnected } from './disconnect.ts';
import { fingerprint } from './json.ts';
import { boundaryOf, MultipartReader, type PartHeaders, type PartSink } from './multipart.ts';
import { Refusal } from './refusal.ts';

/** A form whose files were streamed: only these facts about them are kept. */
export interface Form {
  /** In the order sent. */
  readonly parts: readonly FormPart[];
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

/** The digest of a file as it passes: its SHA-256, in hex. */
export interface FileDigest {
  update(bytes: Buffer): void;
  hex(): string;
}

/** The parts of receiving an upload that can be altered. */
export interface UploadSteps {
  /** `contentLength` is undefined when the body comes in chunks. */
  uploadLimits(contentLength: number | undefined): UploadLimits;
  digestFile(): FileDigest;
}

const MIB = 1024 * 1024;

/** The interface limits the file; the body may be larger by the rest of the form. */
export const UPLOAD_LIMITS: UploadLimits = { fileBytes: 25 * MIB, bodyBytes: 26 * MIB };

const MAX_FIELD = 64 * 1024;
const MAX_PARTS = 100;

export function sha256(): FileDigest {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}

/** Equal for two forms with the same parts: the boundary and the order are not content. */
export function fingerprintForm({ parts }: Form): string {
  return fingerprint(parts.map(fingerprint).toSorted());
}

/** Reads an upload as it arrives; it is never kept in memory. Rejects with a refusal. */
export function receiveForm(request: IncomingMessage, steps: UploadSteps): Promise<Form> {
  const boundary = boundaryOf(request.headers['content-type']);
  const length = request.headers['content-length'];
  const contentLength = length === undefined ? undefined : Number(length);
  const limits = steps.uploadLimits(contentLength);
  if (contentLength !== undefined && contentLength > limits.bodyBytes) throw tooLarge();
  const collector = new Collector(limits, steps.digestFile);
  const reader = new MultipartReader(boundary, (headers) => collector.start(headers));
  return readParts(request, limits, reader, collector);
}

function readParts(
  request: IncomingMessage,
  { bodyBytes }: UploadLimits,
  reader: MultipartReader,
  collector: Collector,
): Promise<Form> {
  return new Promise((resolve, reject) => {
    let size = 0;
    const guard = (step: () => void) => {
      try {
        step();
      } catch (error) {
        request.off('data', read);
        reject(error);
      }
    };
    const read = (bytes: Buffer) =>
      guard(() => {
        size += bytes.length;
        if (size > bodyBytes) throw tooLarge();
        reader.write(bytes);
      });
    request.on('data', read);
    request.on('end', () =>
      guard(() => {
        reader.end();
        resolve({ parts: collector.parts });
      }),
    );
    request.on('close', () => reject(new ClientDisconnected()));
  });
}

/** Gathers the parts of one form within its limits. */
class Collector {
  readonly parts: FormPart[] = [];
  readonly #limits: UploadLimits;
  readonly #digest: () => FileDigest;
  #started = 0;

  constructor(limits: UploadLimits, digest: () => FileDigest) {
    this.#limits = limits;
    this.#digest = digest;
  }

  start({ name, filename }: PartHeaders): PartSink {
    this.#started += 1;
    if (this.#started > MAX_PARTS) {
      throw Refusal.badRequest('The form has too many parts.', 'malformed_form');
    }
    return filename === undefined ? this.#field(name) : this.#file(name);
  }

  #file(name: string): PartSink {
    const digest = this.#digest();
    let sizeBytes = 0;
    return {
      write: (bytes) => {
        sizeBytes += bytes.length;
        if (sizeBytes > this.#limits.fileBytes) throw tooLarge();
        digest.update(bytes);
      },
      end: () => this.parts.push({ kind: 'file', name, sizeBytes, digest: digest.hex() }),
    };
  }

  #field(name: string): PartSink {
    const pieces: Buffer[] = [];
    let sizeBytes = 0;
    return {
      write: (bytes) => {
        sizeBytes += bytes.length;
        if (sizeBytes > MAX_FIELD) throw Refusal.tooLarge('A field is larger than 64 KiB.', name);
        pieces.push(Buffer.from(bytes));
      },
      end: () => {
        const value = Buffer.concat(pieces).toString();
        this.parts.push({ kind: 'field', name, value });
      },
    };
  }
}

function tooLarge(): Refusal {
  return Refusal.tooLarge('The file is larger than 25 MiB.', 'file');
}
