import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A package of the system that an image is made of, with its address as a package URL. */
export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

/**
 * The bill of materials of an image with the engine, in the CycloneDX format: the modules that Go noted in the
 * binary, and packages of the system. It has no time and no serial number: the same image has the same bill.
 * @param program the engine in the image, for any processor
 */
export async function billOfMaterials(
  image: { readonly name: string; readonly version: string },
  program: string,
  packages: readonly SystemPackage[],
): Promise<object> {
  const { stdout } = await promisify(execFile)('go', ['version', '-m', program]);
  const components = [
    ...modulesIn(stdout).map((module) => ({ type: 'library', ...module })),
    ...packages.map(({ name, version, purl }) => ({ type: 'library', name, version, purl })),
  ];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'container', ...image } },
    components: components.map((component) => ({ 'bom-ref': component.purl, ...component })),
  };
}

/** @param text what `go version -m` prints: the version of Go, then one module a line */
function modulesIn(text: string): SystemPackage[] {
  const [, go = ''] = /: go(\S+)/.exec(text) ?? [];
  const modules = [...text.matchAll(/^\tdep\t(\S+)\t(\S+)(?:\t\S+)?(?:\n\t=>\t(\S+)\t(\S+))?/gm)];
  return [
    { name: 'stdlib', version: go, purl: `pkg:golang/stdlib@${go}` },
    ...modules.map(([, name = '', version = '', replacedBy, itsVersion]) => {
      const [path, used] = [replacedBy ?? name, itsVersion ?? version];
      return { name: path, version: used, purl: `pkg:golang/${path}@${used}` };
    }),
  ];
}
