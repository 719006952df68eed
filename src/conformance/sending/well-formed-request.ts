import { parseJson } from '../../answers/json.ts';
import { sentJson } from '../../answers/sent-body.ts';
import { type Contradiction, contradictions } from '../../contract/contradictions.ts';
import { fits } from '../../contract/json.ts';
import { factsOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { multipartPayload } from '../../exchange/multipart.ts';
import type { ProbeRequest } from '../gateway.ts';

/** Interface §Limits: 1 to 255 characters; only visible ASCII is certainly valid. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * A probe expects a request to be accepted that breaks the contract: a defect of Assay, or of a
 * model or size in a profile.
 */
export class MalformedRequest extends Error {
  override name = 'MalformedRequest' as const;

  constructor(operation: string, contradiction: string) {
    super(
      `Valid request cannot be made: ${operation} (${contradiction}). Check the models and sizes that the profile names.`,
    );
  }
}

/**
 * Checks a request against our own schemas.
 * @throws MalformedRequest when no gateway would have to accept it
 */
export function requireWellFormed(request: ProbeRequest): void {
  for (const { expected, actual, where } of requestContradictions(request)) {
    const place = where === undefined ? '' : `${where}: `;
    throw new MalformedRequest(request.operation, `${place}expected ${expected}, got ${actual}`);
  }
}

/** Whether the body of a sent request is valid for its operation, whatever its key and path. */
export function hasGoodBody(exchange: Exchange): boolean {
  const { operation, request } = exchange;
  const schema = operation === 'other' ? undefined : factsOf(operation).request;
  if (schema === undefined) return true;
  return fits(schema, request.body.kind === 'multipart' ? request.body : sentJson(exchange));
}

/** What of a request contradicts the contract. */
export function* requestContradictions(request: ProbeRequest): Generator<Contradiction> {
  const { operation, body, id, idempotencyKey, credential, authorization } = request;
  if (credential === 'none' || authorization !== undefined) {
    yield { expected: 'a key of the run', actual: 'another credential' };
  }
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const actual = `${idempotencyKey.length} characters`;
    yield { expected: '1 to 255 visible characters', actual, where: 'Idempotency-Key' };
  }
  if ((operation === 'video-read' || operation === 'video-cancel') && !id) {
    yield { expected: 'the id of a job', actual: 'absent', where: 'id' };
  }
  const schema = operation === 'other' ? undefined : factsOf(operation).request;
  if (schema !== undefined) yield* contradictions(schema, content(body));
}

/** What the schemas of the contract describe: parsed JSON, or the record of a form. */
function content(body: ProbeRequest['body']): unknown {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  if ('multipart' in body) return multipartPayload(body.multipart).record();
  if ('pieces' in body) return jsonIn(Buffer.concat(body.pieces).toString('utf8'), body.type);
  return jsonIn(body.text, body.type);
}

/** The value of JSON that a probe wrote itself; the text itself when it is not JSON. */
function jsonIn(text: string, type: string): unknown {
  return /^application\/json\b/i.test(type) ? (parseJson(text) ?? text) : text;
}
