import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { AnyTxtNode } from '@textlint/ast-node-types';
import { parse } from '@textlint/markdown-to-ast';

const EXTERNAL = /^[a-z]+:/;
const PATH =
  /^(?:src|reference-server|scenarios|engine|bench|scripts|test|docs|reports)\/[\w./-]*\w$/;

/** Links of a page to a missing file or heading, as they are written. */
export async function brokenLinks(root: string, page: string): Promise<string[]> {
  const targets = (await nodesIn(root, page)).flatMap((node) =>
    node.type === 'Link' || node.type === 'Image' ? [urlOf(node)] : [],
  );
  const broken: string[] = [];
  for (const target of targets.filter((url) => !EXTERNAL.test(url))) {
    if (!(await leadsSomewhere(root, page, target))) broken.push(target);
  }
  return broken;
}

/** Every file that the links of a page lead to, from the root. */
export async function linkedFiles(root: string, page: string): Promise<string[]> {
  return (await nodesIn(root, page)).flatMap((node) => {
    const url = node.type === 'Link' ? urlOf(node) : 'https:';
    return EXTERNAL.test(url) ? [] : [fileOf(page, url)];
  });
}

/** Paths of the project that a page names as code, such as `src/measure`, and that do not exist. */
export async function missingPaths(root: string, page: string): Promise<string[]> {
  return (await nodesIn(root, page)).flatMap((node) => {
    const code = node.type === 'Code' && 'value' in node ? String(node.value) : '';
    return PATH.test(code) && !existsSync(posix.join(root, code)) ? [code] : [];
  });
}

const parsed = new Map<string, Promise<readonly AnyTxtNode[]>>();

/** Parsed once: a page does not change during the tests. */
function nodesIn(root: string, page: string): Promise<readonly AnyTxtNode[]> {
  const path = posix.join(root, page);
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const nodes = readFile(path, 'utf8').then((text) =>
    [...nodesOf(parse(text))].filter(isReference),
  );
  parsed.set(path, nodes);
  return nodes;
}

function isReference({ type }: AnyTxtNode): boolean {
  return type === 'Link' || type === 'Image' || type === 'Code';
}

async function leadsSomewhere(root: string, page: string, target: string): Promise<boolean> {
  const path = fileOf(page, target);
  if (!existsSync(posix.join(root, path))) return false;
  const [, anchor] = target.split('#');
  if (anchor === undefined) return true;
  const text = await readFile(posix.join(root, path), 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => slugOf(heading) === anchor);
}

function fileOf(page: string, target: string): string {
  const [path = ''] = target.split('#');
  return path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
}

/** The anchor that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function urlOf(node: AnyTxtNode): string {
  return 'url' in node && typeof node.url === 'string' ? node.url : '';
}

function* nodesOf(node: AnyTxtNode): Generator<AnyTxtNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesOf(child);
}
