import { modelFor } from '../../contract/models-by-operation.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { accepted, chatRequest, responsesRequest } from '../requests/plain.ts';

type Options = Omit<Parameters<typeof chatRequest>[1], 'model'>;

/** A chat with the echoing model; undefined if chat has no such model. */
export function chatToEcho(expect: Expectations, options: Options): readonly ProbeRequest[] {
  const model = modelFor(expect.echoModel, 'chat');
  return model === null ? [] : [accepted(chatRequest(expect, { ...options, model }))];
}

/** A response of the echoing model; undefined if responses have no such model. */
export function responseToEcho(expect: Expectations, options: Options): readonly ProbeRequest[] {
  const model = modelFor(expect.echoModel, 'responses');
  return model === null ? [] : [accepted(responsesRequest(expect, { ...options, model }))];
}

/**
 * Between words, so that white space that is lost or changed shows. A space stands on both sides of a
 * line break: in JSON its escape ends in a letter, with which a nonce would be one word.
 */
const SPACES = [' ', ' \n ', ' ', ' \t ', ' ', ' \n\n ', '  '];

/**
 * A prompt of eight words that differ: each delta of its echo that is lost, repeated or out of order
 * shows.
 */
export function wordsToRepeat(gateway: ProbeGateway): string {
  const words = [gateway.nonce(), ...SPACES.map((space) => `${space}${gateway.nonce()}`)];
  return `Repeat exactly: ${words.join('')}`;
}
