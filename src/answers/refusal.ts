import { type Exchange, header, mediaType } from '../exchange/exchange.ts';
import { member, parseJsonBytes } from './json.ts';

const READ_BYTES = 16 * 1024;
const LONGEST_WORDS = 200;

/** How a gateway explains a refusal, in its own words and safe to show. */
export interface Refusal {
  readonly status: number | undefined;
  /** Its code, or else its type; '' when it states none. */
  readonly code: string;
  /** '' when there is none. */
  readonly message: string;
}

export function refusalOf({ answer }: Exchange): Refusal {
  const json = parseJsonBytes(answer?.body?.subarray(0, READ_BYTES));
  const error = member(json, 'error');
  const said = (name: string) => words(member(error, name)) || words(member(json, name));
  const bare = words(error) || words(member(json, 'detail'));
  return {
    status: answer?.status,
    code: said('code') || said('type'),
    message: said('message') || bare,
  };
}

/** Whether two refusals give the same reason. A message may name what was refused. */
export function isSameRefusal(one: Exchange, other: Exchange): boolean {
  const [first, second] = [refusalOf(one), refusalOf(other)];
  if (first.status !== second.status || first.code !== second.code) return false;
  return first.code !== '' || first.message === second.message;
}

/** The refusal as a clause, such as `404 model_not_found: "There is no such model."`. */
export function refusalWords(exchange: Exchange): string {
  const { status, code, message } = refusalOf(exchange);
  if (status === undefined) return `no answer (${exchange.failure ?? exchange.outcome})`;
  const redirect = redirectOf(exchange);
  if (redirect !== undefined)
    return `${status}, a redirect to ${redirect}, which is not followed: use that address`;
  const type = mediaType(exchange.answer?.headers ?? []) || 'no content type';
  const start = [String(status), code].filter((word) => word !== '').join(' ');
  if (message !== '') return `${start}: "${message}"`;
  return code === '' ? `${start}, ${type}` : start;
}

/** Where a redirect leads, without its query, which may hold a secret; undefined for other answers. */
export function redirectOf({ answer }: Exchange): string | undefined {
  if (answer === undefined || answer.status < 300 || answer.status > 399) return undefined;
  const [to = ''] = words(header(answer.headers, 'location')).split(/[?#]/);
  return to === '' ? undefined : to;
}

/** A text of the gateway on one line; '' for anything but a text or a number. */
function words(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const line = String(value)
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim();
  return line.length <= LONGEST_WORDS ? line : `${line.slice(0, LONGEST_WORDS)}…`;
}
