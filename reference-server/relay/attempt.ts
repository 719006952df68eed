import type { Gateway } from '../hooks.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import { isAnswerTo, type Operation } from '../routes.ts';
import { Patience } from './patience.ts';
import type { Provider, ProviderAnswer, ProviderCall } from './provider/provider.ts';
import { collectBody, decodedBody, errorIn, parseProviderJson } from './provider/provider-body.ts';
import { type ProviderError, ProviderFailure, retryAfterOf } from './provider/provider-failure.ts';
import { Veil } from './veil.ts';

/** The limit of an answer in one body. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ERROR_BYTES = 256 * 1024;

/** The work for one request at the provider: its calls end together. */
export class Attempt {
  readonly patience: Patience;
  readonly veil: Veil;
  readonly #gateway: Gateway;
  readonly #provider: Provider;
  readonly #controller = new AbortController();

  constructor(gateway: Gateway, provider: Provider) {
    this.#gateway = gateway;
    this.#provider = provider;
    this.veil = new Veil(gateway.hooks.secrets(), provider.names);
    this.patience = new Patience(gateway.hooks.relayDeadlineMs(), this.#controller);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The caller has disconnected: ends what is in progress at the provider. */
  abandon(): void {
    this.#controller.abort(new ClientDisconnected());
  }

  /** Resolves with the head of an answer with a status of success. */
  async begin(call: ProviderCall): Promise<ProviderAnswer> {
    // A relay may send more than once, and wait between.
    const answer = await this.#gateway.hooks.callProvider(call, async (sent, options) => {
      this.patience.renew();
      const one = await this.#provider.send(sent, this.signal, options);
      this.patience.renew();
      return one;
    });
    const { status, body } = answer;
    if (status >= 200 && status < 300) return answer;
    if (status >= 400 && status <= 599) throw await this.#refusal(answer);
    body.destroy();
    throw new ProviderFailure({ kind: 'unusable' });
  }

  /** The bytes of an answer in one body. */
  collect(answer: ProviderAnswer, mostBytes = MOST_BYTES): Promise<Buffer> {
    return collectBody(decodedBody(answer), mostBytes, this.signal);
  }

  /** An answer in one body, as the caller gets it. */
  async receive(operation: Operation, answer: ProviderAnswer) {
    const bytes = await this.collect(answer);
    const body = parseProviderJson(bytes);
    const error = errorIn(body, this.veil);
    if (error !== undefined) throw new ProviderFailure({ kind: 'failed', error });
    if (!isAnswerTo(operation, body)) throw new ProviderFailure({ kind: 'unusable' });
    const given = this.#gateway.hooks.relayBody(this.veil.body(body, bytes), operation, answer);
    return { body: given, sizeBytes: bytes.length, type: undefined };
  }

  /** The same, of an answer without JSON. */
  async receiveText(answer: ProviderAnswer) {
    const bytes = await this.collect(answer);
    const type = answer.headers['content-type'] ?? 'text/plain';
    return { body: this.veil.text(bytes.toString()), sizeBytes: bytes.length, type };
  }

  /** The failure that an error status is, with the error of its body if that has one. */
  async #refusal(answer: ProviderAnswer): Promise<ProviderFailure> {
    const { status, headers } = answer;
    let error: ProviderError | undefined;
    try {
      error = errorIn(parseProviderJson(await this.collect(answer, MOST_ERROR_BYTES)), this.veil);
    } catch (unreadable) {
      if (!(unreadable instanceof ProviderFailure)) throw unreadable;
    }
    this.signal.throwIfAborted();
    const reason = { kind: 'refused', status, ...(error && { error }) } as const;
    return new ProviderFailure(reason, retryAfterOf(headers));
  }
}

/** Does some work at the provider; a failure of the provider becomes a refusal. */
export async function atProvider<T>(
  gateway: Gateway,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { provider, hooks } = gateway;
  if (provider === undefined) throw new Error('A gateway without a provider relays nothing.');
  const attempt = new Attempt(gateway, provider);
  try {
    return await work(attempt);
  } catch (error) {
    throw error instanceof ProviderFailure ? await hooks.presentFailure(error) : error;
  } finally {
    attempt.patience.stop();
  }
}
