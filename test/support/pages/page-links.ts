import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

const EXTERNAL = /^[a-z]+:/;
const PATH =
  /^(?:src|reference-server|scenarios|engine|bench|scripts|test|docs|reports)\/[\w./-]*\w$/;

/** Links of a page to a missing file or heading, as they are written. */
export async function brokenLinks(root: string, page: string): Promise<string[]> {
  const { links } = await referencesIn(root, page);
  const broken: string[] = [];
  for (const target of new Set(links.filter((url) => !EXTERNAL.test(url)))) {
    if (!(await leadsSomewhere(root, page, target))) broken.push(target);
  }
  return broken;
}

/** Every file that the links of a page lead to, from the root. */
export async function linkedFiles(root: string, page: string): Promise<string[]> {
  const { links } = await referencesIn(root, page);
  return links.filter((url) => !EXTERNAL.test(url)).map((url) => fileOf(page, url));
}

/** Paths of the project that a page names as code, such as `src/measure`, and that do not exist. */
export async function missingPaths(root: string, page: string): Promise<string[]> {
  const { code } = await referencesIn(root, page);
  return code.filter((path) => PATH.test(path) && !existsSync(posix.join(root, path)));
}

interface References {
  /** Addresses of links and images, as they are written. */
  readonly links: readonly string[];
  /** Texts between backticks. */
  readonly code: readonly string[];
}

const FENCED = /^ *(`{3,})[^`\n]*\n[\s\S]*?^ *\1$/gm;
const CODE = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/g;
const LINK = /\]\(([^()\s]+)\)/g;

async function referencesIn(root: string, page: string): Promise<References> {
  const text = (await textOf(posix.join(root, page))).replaceAll(FENCED, '');
  return {
    code: [...text.matchAll(CODE)].map(([, , code = '']) => code),
    links: [...text.replaceAll(CODE, '').matchAll(LINK)].map(([, url = '']) => url),
  };
}

const texts = new Map<string, Promise<string>>();

/** Read once: a page does not change during the tests. */
function textOf(path: string): Promise<string> {
  const text = texts.get(path) ?? readFile(path, 'utf8');
  texts.set(path, text);
  return text;
}

async function leadsSomewhere(root: string, page: string, target: string): Promise<boolean> {
  const path = fileOf(page, target);
  if (!existsSync(posix.join(root, path))) return false;
  const [, anchor] = target.split('#');
  if (anchor === undefined) return true;
  const text = await textOf(posix.join(root, path));
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
