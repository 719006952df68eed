/** Ids in one generation; two are kept. */
const GENERATION = 125_000;
/** A table begins with these, and grows so that about half of them stay free. */
const FIRST_PLACES = 2 ** 10;

/**
 * Remembers ids: at least the last 125 000, at most twice as many, in at most 8 MiB; few ids take little.
 * It keeps 64 bits of each id: the chance that two different ids among a million collide is less
 * than one in a million.
 */
export class SeenIds {
  #young = new Generation();
  /** Made when the first one is full: most runs have fewer ids. */
  #old: Generation | undefined;

  /** The size of its tables. */
  get bytes(): number {
    return this.#young.bytes + (this.#old?.bytes ?? 0);
  }

  /** The exchange that had this id before, if any is remembered. */
  add(id: string, exchange: number): number | undefined {
    const print = fingerprint(id);
    const before = this.#young.find(print) ?? this.#old?.find(print);
    if (before !== undefined) return before;
    if (this.#young.size === GENERATION) {
      [this.#young, this.#old] = [this.#old ?? new Generation(), this.#young];
      this.#young.clear();
    }
    this.#young.put(print, exchange);
    return undefined;
  }
}

interface Fingerprint {
  /** 32 bits, and never 0: that is a free place. */
  readonly high: number;
  readonly low: number;
}

/**
 * A hash table with open addressing: what is in it is found from its place on, up to a free one.
 */
class Generation {
  size = 0;
  #highs = new Uint32Array(FIRST_PLACES);
  #lows = new Uint32Array(FIRST_PLACES);
  #exchanges = new Float64Array(FIRST_PLACES);

  /** The size of the table. */
  get bytes(): number {
    return this.#highs.byteLength + this.#lows.byteLength + this.#exchanges.byteLength;
  }

  find(print: Fingerprint): number | undefined {
    const place = this.#placeOf(print);
    return this.#highs[place] === 0 ? undefined : this.#exchanges[place];
  }

  put(print: Fingerprint, exchange: number): void {
    if (this.size * 2 >= this.#highs.length) this.#grow();
    this.#set(print, exchange);
    this.size += 1;
  }

  clear(): void {
    this.#highs.fill(0);
    this.size = 0;
  }

  #set(print: Fingerprint, exchange: number): void {
    const place = this.#placeOf(print);
    this.#highs[place] = print.high;
    this.#lows[place] = print.low;
    this.#exchanges[place] = exchange;
  }

  #grow(): void {
    const [highs, lows, exchanges] = [this.#highs, this.#lows, this.#exchanges];
    const places = 2 * highs.length;
    this.#highs = new Uint32Array(places);
    this.#lows = new Uint32Array(places);
    this.#exchanges = new Float64Array(places);
    for (const [place, high] of highs.entries()) {
      if (high !== 0) this.#set({ high, low: lows[place] ?? 0 }, exchanges[place] ?? 0);
    }
  }

  /** Where it stands, or the free place where it would. */
  #placeOf({ high, low }: Fingerprint): number {
    const [highs, lows] = [this.#highs, this.#lows];
    // The number of places is a power of two.
    const last = highs.length - 1;
    let place = low & last;
    while (highs[place] !== 0 && !(highs[place] === high && lows[place] === low)) {
      place = (place + 1) & last;
    }
    return place;
  }
}

/** FNV-1a over UTF-16 units, twice with different primes, and a last mixing as in MurmurHash3. */
function fingerprint(id: string): Fingerprint {
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b);
  }
  return { high: mixed(high) || 1, low: mixed(low) };
}

/** Each bit of a hash depends on all the others. */
function mixed(hash: number): number {
  let bits = hash ^ (hash >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
