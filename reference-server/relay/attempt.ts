import type { Gateway } from '../gateway.ts';
import { ClientDisconnected } from '../http/disconnect.ts';
import { requireSuccess } from './answers.ts';
import { Patience } from './patience.ts';
import type { Provider, ProviderAnswer, ProviderCall } from './provider/provider.ts';
import { ProviderFailure } from './provider/provider-failure.ts';
import { Veil } from './veil.ts';

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
    await requireSuccess(answer, this);
    return answer;
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
