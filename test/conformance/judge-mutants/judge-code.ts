import { join, parse } from 'node:path';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Rule } from '../../../src/conformance/rule.ts';
import { ModuleGraph } from './module-graph.ts';
import { mutationsOf } from './mutations.ts';

const RULES = join(import.meta.dirname, '../../../src/conformance/rules');

/** A part that takes one of these from `rule.ts` judges evidence. */
const JUDGE_WORDS: ReadonlySet<string> = new Set(['Finding', 'need', 'needWithout', 'concerns']);

/** A file with code of judges: a rule, or a part that several rules share. */
export interface JudgeFile {
  /** Without its extension: the id of the rule, if it holds one. */
  readonly name: string;
  readonly path: string;
  /** The rules whose judges use it. */
  readonly rules: readonly Rule[];
}

/** What the rules of a file become by one change to it. */
export interface Mutant {
  /** The change. */
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** The code of all judges, which can be changed in one place. */
export class JudgeCode {
  readonly files: readonly JudgeFile[];
  readonly #graph: ModuleGraph;

  private constructor(graph: ModuleGraph) {
    const rulesOf = new Map<string, Rule[]>();
    for (const { area, rule } of CATALOGUE) {
      for (const path of usedBy(pathOf(area, rule), graph)) {
        rulesOf.set(path, [...(rulesOf.get(path) ?? []), rule]);
      }
    }
    this.#graph = graph;
    this.files = [...rulesOf]
      .map(([path, rules]) => ({ name: parse(path).name, path, rules }))
      .filter(
        ({ name, path, rules }) => rules.some(({ id }) => id === name) || judges(path, graph),
      );
  }

  static async read(): Promise<JudgeCode> {
    const graph = new ModuleGraph();
    for (const { area, rule } of CATALOGUE) await graph.add(pathOf(area, rule));
    return new JudgeCode(graph);
  }

  /** Each change to a file, applied alone. */
  async *mutantsOf(file: JudgeFile): AsyncIterable<Mutant> {
    for (const { name, source } of mutationsOf(file.path, this.#graph.sourceOf(file.path))) {
      yield { name, rules: await this.#load(file, source) };
    }
  }

  /** The rules of a file as they are, loaded in the way that mutants are. */
  unchanged(file: JudgeFile): Promise<readonly Rule[]> {
    return this.#load(file, this.#graph.sourceOf(file.path));
  }

  async #load(file: JudgeFile, source: string): Promise<readonly Rule[]> {
    const load = await this.#graph.loaderWith(file.path, source);
    return CATALOGUE.filter(({ rule }) => file.rules.includes(rule)).map(({ area, rule }) => {
      const again = Object.values(load(pathOf(area, rule))).find((value) => isSame(rule, value));
      if (again === undefined) throw new Error(`The file of ${rule.id} does not export it.`);
      return again;
    });
  }
}

function pathOf(area: string, { id }: Rule): string {
  return join(RULES, area, `${id}.ts`);
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
