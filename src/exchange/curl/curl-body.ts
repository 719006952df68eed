import { createHash } from 'node:crypto';
import { type ExchangeRequest, header, type RequestBody } from '../exchange.ts';
import { multipartPayload } from '../multipart.ts';
import { containsMarker } from '../redaction/key-template.ts';
import { wav, wavSizeBytes } from '../wav.ts';
import { printBytesCommand } from './print-bytes.ts';
import { shellWord } from './shell-word.ts';

/** A command generates a longer body. */
const SPELLED_MAXIMUM = 4096;
/** For a larger body curl adds `Expect: 100-continue`. */
const ASKS_FIRST_BYTES = 1024 * 1024;

type TextBody = Extract<RequestBody, { kind: 'text' }>;

/** The options of curl that send the body of a request. Undefined when its bytes are not known. */
export function curlBody(request: ExchangeRequest): readonly string[] | undefined {
  const { body, bodyBytes, method } = request;
  if (body.kind === 'none') {
    return method === 'POST' ? ['-H', 'content-type:', '--data-raw', "''"] : [];
  }
  const words = bodyBytes === undefined && body.kind === 'text' ? spelled(body) : undefined;
  const data = words ?? generated(request);
  if (data === undefined) return undefined;
  return [...curlsOwnHeaders(request, body), ...data];
}

/** Headers that curl adds to a body, and that were not sent. */
function curlsOwnHeaders({ headers }: ExchangeRequest, body: RequestBody): readonly string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const asks = body.kind !== 'none' && body.sizeBytes > ASKS_FIRST_BYTES;
  return [
    ...(given.has('content-type') ? [] : ['-H', 'content-type:']),
    ...(asks && !given.has('expect') ? ['-H', 'expect:'] : []),
  ];
}

function spelled({ text, sizeBytes }: TextBody): readonly string[] | undefined {
  const isWhole = Buffer.byteLength(text) === sizeBytes || containsMarker(text);
  const word = isWhole && text.length <= SPELLED_MAXIMUM ? shellWord(text) : undefined;
  return word === undefined ? undefined : ['--data-raw', word];
}

function generated(request: ExchangeRequest): readonly string[] | undefined {
  const bytes = bytesOf(request);
  const command = bytes && printBytesCommand(bytes);
  return command === undefined ? undefined : ['--data-binary', `@<(${command})`];
}

function bytesOf({ body, bodyBytes, headers }: ExchangeRequest): Uint8Array | undefined {
  if (bodyBytes !== undefined) return Buffer.concat(bodyBytes);
  if (body.kind === 'multipart') return formOf(body, headers);
  if (body.kind !== 'text' || Buffer.byteLength(body.text) !== body.sizeBytes) return undefined;
  return containsMarker(body.text) ? undefined : Buffer.from(body.text);
}

/** The form of a load run: its fields, then its files, each of which is a tone. */
function formOf(
  { fields, files }: Extract<RequestBody, { kind: 'multipart' }>,
  headers: ExchangeRequest['headers'],
): Uint8Array | undefined {
  const type = header(headers, 'content-type') ?? '';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return undefined;
  const parts = files.map(({ field, filename, sizeBytes, sha256 }) => {
    if (sizeBytes < wavSizeBytes(0)) return undefined;
    const content = wav(sizeBytes);
    const isTone = createHash('sha256').update(content).digest('hex') === sha256;
    return isTone ? { name: field, filename, type: 'audio/wav', content } : undefined;
  });
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const form = {
    boundary,
    parts: [...fields.map(([name, value]) => ({ name, value })), ...known],
  };
  return Buffer.concat([...multipartPayload(form).chunks()]);
}
