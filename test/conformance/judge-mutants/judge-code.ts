import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { type Loader, ModuleGraph } from './module-graph.ts';
import { mutationsOf } from './mutations.ts';

const CONFORMANCE = join(import.meta.dirname, '../../../src/conformance');

/** A part that takes one of these from `rule.ts` judges evidence. */
const JUDGE_WORDS: ReadonlySet<string> = new Set(['Finding', 'need', 'needSeen', 'appliesTo']);

/** A file with code of judges: a rule, or a part that several rules share. */
export interface JudgeFile {
  /** Its path in `src/conformance`. */
  readonly name: string;
  readonly path: string;
  /** The rules whose judges use it. */
  readonly rules: readonly Rule[];
}

/** What the rules of a file become by one change to it. */
export interface Mutant {
  /** The change. */
  readonly name: string;
  /** Loaded one by one: most mutants fail the first. */
  readonly rules: Generator<Rule>;
}

/** The code of all judges, which can be changed in one place. */
export class JudgeCode {
  readonly files: readonly JudgeFile[];
  readonly #graph: ModuleGraph;
  readonly #paths: ReadonlyMap<string, string>;

  private constructor(graph: ModuleGraph, paths: ReadonlyMap<string, string>) {
    const rulesOf = new Map<string, Rule[]>();
    for (const { rule } of CATALOGUE) {
      for (const path of usedBy(paths.get(rule.id) ?? '', graph)) {
        rulesOf.set(path, [...(rulesOf.get(path) ?? []), rule]);
      }
    }
    this.#graph = graph;
    this.#paths = paths;
    this.files = [...rulesOf]
      .map(([path, rules]) => ({ name: relative(CONFORMANCE, path), path, rules }))
      .filter(({ name, path }) => name.startsWith('rules/') || judges(path, graph));
  }

  static async read(): Promise<JudgeCode> {
    const graph = new ModuleGraph();
    const paths = await pathsOfRules();
    for (const path of new Set(paths.values())) await graph.add(path);
    return new JudgeCode(graph, paths);
  }

  /** Each change to a file, applied alone. */
  async *mutantsOf(file: JudgeFile): AsyncIterable<Mutant> {
    for (const { name, source } of mutationsOf(file.path, this.#graph.sourceOf(file.path))) {
      yield { name, rules: this.#load(file, await this.#graph.loaderWith(file.path, source)) };
    }
  }

  /** The rules of a file as they are, loaded in the way that mutants are. */
  async unchanged(file: JudgeFile): Promise<Generator<Rule>> {
    const { path } = file;
    return this.#load(file, await this.#graph.loaderWith(path, this.#graph.sourceOf(path)));
  }

  *#load({ rules }: JudgeFile, load: Loader): Generator<Rule> {
    for (const rule of rules) {
      const path = this.#paths.get(rule.id) ?? '';
      const again = Object.values(load(path)).find((value) => isSame(rule, value));
      if (again === undefined) throw new Error(`The file of ${rule.id} does not export it.`);
      yield again;
    }
  }
}

/** The file of each rule, by its id. Several rules share one. */
async function pathsOfRules(): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  for (const path of globSync(join(CONFORMANCE, 'rules/**/*.ts'))) {
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ path);
    const ids = Object.values(exports).flatMap((value) =>
      CATALOGUE.flatMap(({ rule }) => (isSame(rule, value) ? [rule.id] : [])),
    );
    for (const id of ids) paths.set(id, path);
  }
  return paths;
}

/** The file of a rule and all that its judge can call: what its probe uses does not judge. */
function usedBy(path: string, graph: ModuleGraph, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path) || path.includes('/probes/')) return found;
  found.add(path);
  for (const imported of graph.importsOf(path)) usedBy(imported, graph, found);
  return found;
}

function judges(path: string, graph: ModuleGraph): boolean {
  return graph.namesFrom(path, '/rule.ts').some((name) => JUDGE_WORDS.has(name));
}

function isSame(rule: Rule, other: unknown): other is Rule {
  return typeof other === 'object' && other !== null && 'id' in other && other.id === rule.id;
}
