import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc');

/** An import of a file of ours in a declaration: the compiler leaves the name of the source there. */
const OWN_IMPORT = /(\bfrom |\bimport\(|\bimport )(['"])(\.[^'"]*)\.ts\2/g;

/**
 * The type declarations of modules, and of all modules that these import.
 * @param entries sources from the root of the repository, such as `src/library/index.ts`
 * @returns the files that belong into the folder, by absolute path
 */
export async function declarations(
  entries: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const emitted = await mkdtemp(join(tmpdir(), 'assay-declarations-'));
  try {
    await emit(entries, emitted);
    const texts = [...(await reachable(entries, emitted))];
    return new Map(texts.map(([path, text]) => [join(folder, path), Buffer.from(text)]));
  } finally {
    await rm(emitted, { recursive: true, force: true });
  }
}

/** The compiler writes a declaration for each file that it reads: most of them are of no use. */
async function emit(entries: readonly string[], outDir: string): Promise<void> {
  const project = join(outDir, 'tsconfig.json');
  const content = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      // `npm run check` does; here it would take half of the time.
      noCheck: true,
      rootDir: ROOT,
      outDir,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    },
    files: entries.map((entry) => join(ROOT, entry)),
    include: [],
  };
  await writeFile(project, JSON.stringify(content));
  await promisify(execFile)(TSC, ['--project', project]);
}

/** Declarations by path, with imports as a package has them. */
async function reachable(
  entries: readonly string[],
  emitted: string,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const open = entries.map(declarationOf);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (texts.has(path)) continue;
    const text = await readFile(join(emitted, path), 'utf8');
    texts.set(path, text.replace(OWN_IMPORT, '$1$2$3.js$2'));
    for (const [, , , imported = ''] of text.matchAll(OWN_IMPORT)) {
      open.push(declarationOf(posix.join(posix.dirname(path), `${imported}.ts`)));
    }
  }
  return texts;
}

function declarationOf(source: string): string {
  return source.replace(/\.ts$/, '.d.ts');
}
