import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { transform } from 'esbuild';
import { parseSync, type StaticImport } from 'oxc-parser';

type Exports = Readonly<Record<string, unknown>>;

/** Gives what a module of the graph exports. */
export type Loader = (path: string) => Exports;

interface SourceModule {
  readonly source: string;
  /** All its imports, types too. */
  readonly imports: readonly StaticImport[];
  /** The modules that it needs when it runs. */
  readonly needed: readonly string[];
}

/** Modules of this project, which can be loaded again as if one file were different. */
export class ModuleGraph {
  readonly #exports = new Map<string, Promise<Exports>>();
  readonly #modules = new Map<string, SourceModule>();
  readonly #compiled = new Map<string, Promise<string>>();
  readonly #importers = new Map<string, ReadonlySet<string>>();

  /** Adds a module and all that it imports. */
  async add(path: string): Promise<void> {
    if (this.#exports.has(path)) return;
    this.#exports.set(path, import(/* @vite-ignore */ path));
    this.#importers.clear();
    if (!path.endsWith('.ts')) return;
    const source = await readFile(path, 'utf8');
    const imports = parseSync(path, source).module.staticImports;
    const needed = imports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => locate(moduleRequest.value, path));
    this.#modules.set(path, { source, imports, needed });
    await Promise.all(needed.map((imported) => this.add(imported)));
  }

  sourceOf(path: string): string {
    return this.#moduleAt(path).source;
  }

  /** The names that a module imports, types too, from a module whose path ends so. */
  namesFrom(path: string, ending: string): readonly string[] {
    return this.#moduleAt(path)
      .imports.filter(({ moduleRequest }) => moduleRequest.value.endsWith(ending))
      .flatMap(({ entries }) => entries.map(({ importName }) => importName.name ?? ''));
  }

  /** The modules of this project that a module needs when it runs. */
  importsOf(path: string): readonly string[] {
    return this.#moduleAt(path).needed.filter((imported) => this.#modules.has(imported));
  }

  /** Loads modules as if one file had another source; those that do not import it stay the same. */
  async loaderWith(changed: string, source: string): Promise<Loader> {
    const codes = new Map<string, string>();
    const importers = this.#importers.get(changed) ?? this.#importersOf(changed);
    this.#importers.set(changed, importers);
    for (const path of importers) {
      codes.set(path, await (path === changed ? compile(source) : this.#compile(path)));
    }
    const loaded = new Map<string, Exports>();
    for (const [path, exports] of this.#exports) {
      if (!codes.has(path)) loaded.set(path, await exports);
    }
    return (path) => load(path, codes, loaded);
  }

  /** The module and all that import it, by whatever way. */
  #importersOf(path: string, found = new Set([path])): ReadonlySet<string> {
    for (const [importer, { needed }] of this.#modules) {
      if (!found.has(importer) && needed.includes(path)) {
        this.#importersOf(importer, found.add(importer));
      }
    }
    return found;
  }

  #moduleAt(path: string): SourceModule {
    const module = this.#modules.get(path);
    if (module === undefined) throw new Error(`${path} is not in the graph.`);
    return module;
  }

  #compile(path: string): Promise<string> {
    const compiled = this.#compiled.get(path) ?? compile(this.sourceOf(path));
    this.#compiled.set(path, compiled);
    return compiled;
  }
}

function load(
  path: string,
  codes: ReadonlyMap<string, string>,
  loaded: Map<string, Exports>,
): Exports {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const module: { exports: Exports } = { exports: {} };
  const run = compileFunction(codes.get(path) ?? '', ['require', 'module'], { filename: path });
  run((specifier: string) => load(locate(specifier, path), codes, loaded), module);
  loaded.set(path, module.exports);
  return module.exports;
}

async function compile(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'node24' });
  return code;
}

function locate(specifier: string, importer: string): string {
  return specifier.startsWith('.') ? resolve(dirname(importer), specifier) : specifier;
}
