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
  readonly #names: readonly string[];
  readonly #undone: () => void;

  /** @param kubectl in the namespace of the run */
  constructor(kubectl: Kubectl, { name, recordings }: Pick<ClusterRun, 'name' | 'recordings'>) {
    this.#kubectl = kubectl;
    this.#names = [
      `testruns.k6.io/${name}`,
      `configmaps/${name}`,
      `secrets/${name}`,
      ...(recordings === 'claim' ? [`pods/${collectorName(name)}`] : []),
    ];
    // Pods must not go on sending when this process ends at once.
    this.#undone = onEarlyExit(() => kubectl.leave([...this.#words, '--wait=false']));
  }

  /** The command that removes them. */
  get removal(): string {
    return this.#kubectl.line(...this.#words);
  }

  /** @throws KubectlFailure when the cluster refuses one of them */
  async create(objects: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await this.#kubectl.text(['create', '-f', '-'], {
      input: JSON.stringify(list),
      limitMs: CREATE_LIMIT_MS,
    });
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
