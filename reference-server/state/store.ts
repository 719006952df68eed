import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type Shelf = 'keys' | 'effects' | 'jobs' | 'responses';

const SHELVES: readonly Shelf[] = ['keys', 'effects', 'jobs', 'responses'];

/** A folder with a file for each thing: it survives the process, and several processes may share it. */
export class Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const shelf of SHELVES) mkdirSync(join(folder, shelf), { recursive: true });
  }

  get<Kept>(shelf: Shelf, name: string): Kept | undefined {
    return this.#read(this.#path(shelf, name));
  }

  all<Kept>(shelf: Shelf): readonly Kept[] {
    const folder = join(this.#folder, shelf);
    return readdirSync(folder).flatMap((file) => this.#read<Kept>(join(folder, file)) ?? []);
  }

  put(shelf: Shelf, name: string, kept: object): void {
    renameSync(this.#written(kept), this.#path(shelf, name));
  }

  /** @returns false where there is one of this name, of any process */
  create(shelf: Shelf, name: string, kept: object): boolean {
    const file = this.#written(kept);
    try {
      linkSync(file, this.#path(shelf, name));
      return true;
    } catch {
      return false;
    } finally {
      rmSync(file);
    }
  }

  remove(shelf: Shelf, name: string): void {
    rmSync(this.#path(shelf, name), { force: true });
  }

  /** Adds one to a number. */
  count(shelf: Shelf, name: string): void {
    appendFileSync(this.#path(shelf, name), '1');
  }

  counted(shelf: Shelf, name: string): number {
    return statSync(this.#path(shelf, name), { throwIfNoEntry: false })?.size ?? 0;
  }

  #path(shelf: Shelf, name: string): string {
    return join(this.#folder, shelf, createHash('sha256').update(name).digest('hex'));
  }

  /** A file that nothing reads yet. */
  #written(kept: object): string {
    const file = join(this.#folder, randomUUID());
    writeFileSync(file, JSON.stringify(kept));
    return file;
  }

  #read<Kept>(file: string): Kept | undefined {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return undefined;
    }
  }
}
