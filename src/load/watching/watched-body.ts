import { createHash } from 'node:crypto';
import type { BodyBudget } from '../../exchange/body-budget.ts';
import { excessOf } from '../../exchange/excess.ts';
import { header, type RequestBody } from '../../exchange/exchange.ts';
import { LIMITS } from '../../input/limits.ts';
import type { RequestHead } from './request-reader.ts';

/** The body of a request that passes through, kept until its exchange is recorded. */
export class WatchedBody {
  #kept: Uint8Array[] = [];
  readonly #budget: BodyBudget;
  #sizeBytes = 0;
  #isKept = true;

  constructor(budget: BodyBudget) {
    this.#budget = budget;
  }

  add(piece: Uint8Array): void {
    this.#sizeBytes += piece.length;
    if (!this.#isKept) return;
    const fits = this.#sizeBytes <= LIMITS.watchedRequestBytes.value;
    if (fits && this.#budget.take(piece.length)) this.#kept.push(piece);
    else this.drop();
  }

  /**
   * What the exchange records of it. Frees its memory.
   * @param head of the request
   */
  async record({ headers }: RequestHead): Promise<RequestBody> {
    const sizeBytes = this.#sizeBytes;
    const bytes = this.#take();
    if (sizeBytes === 0) return { kind: 'none' };
    const type = header(headers, 'content-type') ?? '';
    if (this.#isKept && /^multipart\/form-data\b/i.test(type)) {
      const form = await formOf(bytes, type);
      if (form !== undefined) return { kind: 'multipart', ...form, sizeBytes };
    }
    // Parsing JSON that exceeds the limits of an answer would stall all clients.
    const isTooMuch = excessOf(headers, bytes, []) !== undefined;
    const kept = isTooMuch ? bytes.subarray(0, LIMITS.keptBodyBytes.value) : bytes;
    const text = kept.toString('utf8');
    const isWhole = this.#isKept && !isTooMuch;
    return { kind: 'text', text, sizeBytes: isWhole ? Buffer.byteLength(text) : sizeBytes };
  }

  /** Frees its memory. */
  drop(): void {
    this.#isKept = false;
    this.#take();
  }

  #take(): Buffer<ArrayBuffer> {
    const bytes = Buffer.concat(this.#kept);
    this.#kept = [];
    this.#budget.give(bytes.length);
    return bytes;
  }
}

type Form = Pick<Extract<RequestBody, { kind: 'multipart' }>, 'fields' | 'files'>;

/** Undefined for a body that is not a form. */
async function formOf(bytes: Buffer<ArrayBuffer>, type: string): Promise<Form | undefined> {
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  if (form === undefined) return undefined;
  const fields: [string, string][] = [];
  const files: Form['files'][number][] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') fields.push([field, value]);
    else {
      const content = await value.bytes();
      const sha256 = createHash('sha256').update(content).digest('hex');
      files.push({ field, filename: value.name, sizeBytes: content.length, sha256 });
    }
  }
  return { fields, files };
}
