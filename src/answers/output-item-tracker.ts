import type { JsonObject } from './json.ts';

interface Part {
  deltas: number;
  texted: boolean;
  closed: boolean;
}

interface Item {
  readonly parts: Map<unknown, Part>;
  closed: boolean;
}

/**
 * Tracks which output items and content parts of a responses stream are open. A missing event is
 * reported once and then assumed to have arrived.
 */
export class OutputItemTracker {
  readonly #items = new Map<unknown, Item>();

  /**
   * Records one event.
   * @returns the expectation that it breaks, if any
   */
  take(type: string, json: JsonObject): string | undefined {
    switch (type) {
      case 'response.output_item.added':
        return this.#addItem(json);
      case 'response.content_part.added':
        return this.#addPart(json);
      case 'response.output_text.delta':
        return this.#inPart(json, (part) => {
          part.deltas += 1;
          return part.texted ? 'no delta after response.output_text.done' : undefined;
        });
      case 'response.output_text.done':
        return this.#inPart(json, (part) => {
          const again = part.texted;
          part.texted = true;
          return again ? 'one response.output_text.done' : undefined;
        });
      case 'response.content_part.done':
        return this.#inPart(json, (part) => {
          part.closed = true;
          const lacksText = part.deltas > 0 && !part.texted;
          return lacksText ? 'response.output_text.done before it' : undefined;
        });
      case 'response.output_item.done':
        return this.#closeItem(json);
      default:
        return undefined;
    }
  }

  /** The events that are still missing for what is open. */
  *left(): Iterable<string> {
    for (const [index, item] of this.#items) {
      if (!item.closed) yield `response.output_item.done, output_index ${String(index)}`;
    }
  }

  #addItem({ output_index: index }: JsonObject): string | undefined {
    if (this.#items.has(index)) return 'a new output_index';
    this.#newItem(index);
    return undefined;
  }

  #addPart({ output_index: index, content_index: at }: JsonObject): string | undefined {
    const item = this.#items.get(index);
    const { parts } = item ?? this.#newItem(index);
    const known = parts.has(at);
    if (!known) parts.set(at, newPart());
    if (item === undefined) return 'response.output_item.added before it';
    if (item.closed) return 'no part after response.output_item.done';
    return known ? 'a new content_index' : undefined;
  }

  #inPart(
    { output_index: index, content_index: at }: JsonObject,
    step: (part: Part) => string | undefined,
  ): string | undefined {
    const { parts } = this.#items.get(index) ?? this.#newItem(index);
    const part = parts.get(at);
    if (part === undefined) {
      const missing = newPart();
      parts.set(at, missing);
      step(missing);
      return 'response.content_part.added before it';
    }
    return part.closed ? 'nothing after response.content_part.done' : step(part);
  }

  #closeItem({ output_index: index }: JsonObject): string | undefined {
    const known = this.#items.get(index);
    const item = known ?? this.#newItem(index);
    const isOpen = [...item.parts.values()].some(({ closed }) => !closed);
    const again = item.closed;
    item.closed = true;
    for (const part of item.parts.values()) part.closed = true;
    if (known === undefined) return 'response.output_item.added before it';
    if (again) return 'one response.output_item.done';
    return isOpen ? 'response.content_part.done before it' : undefined;
  }

  #newItem(index: unknown): Item {
    const item = { parts: new Map<unknown, Part>(), closed: false };
    this.#items.set(index, item);
    return item;
  }
}

function newPart(): Part {
  return { deltas: 0, texted: false, closed: false };
}
