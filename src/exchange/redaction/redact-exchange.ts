import type { Exchange } from '../exchange.ts';
import type { Redactor } from './redact.ts';

/** The exchange without any key in its response. A request is recorded without keys. */
export function redactExchange(redactor: Redactor, exchange: Exchange): Exchange {
  const { answer, failure } = exchange;
  if (answer === undefined && failure === undefined) return exchange;
  return {
    ...exchange,
    ...(failure !== undefined && { failure: redactor.text(failure) }),
    ...(answer && {
      answer: {
        ...answer,
        headers: redactor.headers(answer.headers),
        ...(answer.body && redactor.body(answer.body, answer.reads)),
      },
    }),
  };
}
