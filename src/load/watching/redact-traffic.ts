import type { Example } from '../../conformance/tally.ts';
import type {
  Exchange,
  ExchangeAnswer,
  ExchangeRequest,
  Headers,
  RequestBody,
} from '../../exchange/exchange.ts';
import type { Redactor } from '../../exchange/redaction/redact.ts';
import { redactModel } from '../../exchange/redaction/redact-model.ts';
import type { LoadResult } from '../load-result.ts';
import { isSecretName, namedSecrets, secretsInBody } from './seen-secrets.ts';

/**
 * Replaces the secrets of clients in all that a result keeps of their traffic. The traffic was judged
 * as it came. Names and words of the report itself are not replaced, whatever clients send.
 */
export function redactTraffic(result: LoadResult, redactor: Redactor): LoadResult {
  const shown = new ShownTraffic(redactor);
  for (const { tally } of result.judges) {
    const reasons = [...tally.reasons].map((reason) => redactor.text(reason));
    tally.reasons.clear();
    for (const reason of reasons) tally.reasons.add(reason);
    for (const { examples } of tally.byOperation.values()) {
      examples.splice(0, examples.length, ...examples.map((example) => shown.example(example)));
    }
  }
  return { ...result, failures: result.failures.map((failure) => redactor.text(failure)) };
}

class ShownTraffic {
  readonly #redactor: Redactor;
  /** An exchange can be in several examples. */
  readonly #exchanges = new Map<Exchange, Exchange>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  example({ finding, exchange, series, ...example }: Example): Example {
    const { expected, actual, where } = finding;
    return {
      ...example,
      finding: {
        ...finding,
        expected: this.#redactor.text(expected),
        actual: redactModel(actual, this.#redactor),
        ...(where !== undefined && { where: this.#redactor.text(where) }),
        ...(finding.exchange && { exchange: this.#exchange(finding.exchange) }),
      },
      ...(exchange && { exchange: this.#exchange(exchange) }),
      ...(series && { series: series.map((each) => this.#exchange(each)) }),
    };
  }

  #exchange(exchange: Exchange): Exchange {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const { request, answer, group, madeBy, notHttp, failure } = exchange;
    const shown: Exchange = {
      ...exchange,
      request: this.#request(request),
      ...(answer && { answer: this.#answer(answer) }),
      ...(group && { group: { ...group, id: this.#redactor.text(group.id) } }),
      ...(madeBy && { madeBy: this.#exchange(madeBy) }),
      ...(notHttp !== undefined && { notHttp: this.#redactor.text(notHttp) }),
      ...(failure !== undefined && { failure: this.#redactor.text(failure) }),
    };
    this.#exchanges.set(exchange, shown);
    return shown;
  }

  #request(request: ExchangeRequest): ExchangeRequest {
    const [origin = ''] = /^\w+:\/\/[^/]*/.exec(request.url) ?? [];
    const path = this.#text(request.url.slice(origin.length));
    return {
      ...request,
      url: `${origin}${path}`,
      headers: this.#headers(request.headers),
      body: this.#body(request.body),
    };
  }

  #answer(answer: ExchangeAnswer): ExchangeAnswer {
    const { headers, body, reads } = answer;
    return {
      ...answer,
      headers: headers.map(([name, value]) =>
        name === 'set-cookie' ? [name, marker(name)] : [name, this.#redactor.text(value)],
      ),
      ...(body && this.#redactor.body(body, reads)),
    };
  }

  #headers(headers: Headers): Headers {
    return headers.map(([name, value]) => [
      name,
      isSecretName(name) ? marker(name) : this.#text(value),
    ]);
  }

  #body(body: RequestBody): RequestBody {
    switch (body.kind) {
      case 'none':
        return body;
      case 'text': {
        const isWhole = Buffer.byteLength(body.text) === body.sizeBytes;
        const text = this.#text(body.text, secretsInBody);
        // A text that is longer than the body is not read back as JSON.
        return { ...body, text, sizeBytes: isWhole ? Buffer.byteLength(text) : body.sizeBytes };
      }
      case 'multipart':
        return {
          ...body,
          fields: this.#headers(body.fields),
          files: body.files.map((file) => ({ ...file, filename: this.#text(file.filename) })),
        };
    }
  }

  /** Replaces what stands beside the name of a credential, and what is known to be one. */
  #text(text: string, secretsIn = namedSecrets): string {
    let shown = '';
    let from = 0;
    for (const { name, start, end } of secretsIn(text)) {
      if (start < from) continue;
      shown += text.slice(from, start) + marker(name);
      from = end;
    }
    return this.#redactor.text(shown + text.slice(from));
  }
}

function marker(name: string): string {
  return `[${name}]`;
}
