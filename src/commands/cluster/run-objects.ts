import type { ClusterRun } from '../../load/scenarios/cluster-objects.ts';
import { onEarlyExit } from '../../target/exit-cleanup.ts';
import { collectorName } from './collector.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

const CREATE_LIMIT_MS = 60_000;
/** A pod that does not end is killed after 30 s. */
const REMOVE_LIMIT_MS = 90_000;

/** The objects of a run on a cluster, from their creation to their removal. */
export class RunObjects {
  readonly #kubectl: Kubectl;
  readonly #list: string;
  readonly #names: readonly string[];
  #undone: () => void = () => undefined;

  /** @param kubectl in the namespace of the run */
  constructor(
    kubectl: Kubectl,
    { name, recordings }: Pick<ClusterRun, 'name' | 'recordings'>,
    objects: readonly object[],
  ) {
    this.#kubectl = kubectl;
    this.#list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    this.#names = [
      `testruns.k6.io/${name}`,
      `configmaps/${name}`,
      `secrets/${name}`,
      ...(recordings === 'claim' ? [`pods/${collectorName(name)}`] : []),
    ];
  }

  /** The command that removes them. */
  get removal(): string {
    return this.#kubectl.line(...this.#words);
  }

  /**
   * Asks the cluster whether it would take them: without the k6 operator, the namespace or the right, it says so.
   * @throws KubectlFailure
   */
  async check(): Promise<void> {
    await this.#give(['create', '--dry-run=server', '-f', '-']);
  }

  /** @throws KubectlFailure when the cluster refuses one of them */
  async create(): Promise<void> {
    // Pods must not go on sending when this process ends at once.
    this.#undone = onEarlyExit(() => this.#kubectl.leave([...this.#words, '--wait=false']));
    await this.#give(['create', '-f', '-']);
  }

  async #give(words: readonly string[]): Promise<void> {
    await this.#kubectl.text(words, { input: this.#list, limitMs: CREATE_LIMIT_MS });
  }

  /**
   * Removes them, and waits until the pods are gone as well.
   * @returns why they could not be removed; undefined when they were
   */
  async remove(): Promise<string | undefined> {
    this.#undone();
    try {
      await this.#kubectl.text([...this.#words, '--cascade=foreground'], {
        limitMs: REMOVE_LIMIT_MS,
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof KubectlFailure)) throw error;
      return error.message;
    }
  }

  get #words(): readonly string[] {
    return ['delete', ...this.#names, '--ignore-not-found'];
  }
}
