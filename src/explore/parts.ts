import fc from 'fast-check';
import type { RequestForm } from '../conformance/requests/forms.ts';
import type { Block, Step } from './program.ts';
import { JOB_STEPS, type Vocabulary } from './vocabulary.ts';

/** A piece of a program, whose ids and keys are counted from 0. */
export type Part = readonly Block[];

/** What a step may have. */
type Facts = { readonly [K in keyof Step]?: Step[K] | undefined };

/** Draws the pieces of programs for a target. */
export class Parts {
  readonly #vocabulary: Vocabulary;
  readonly #form: fc.Arbitrary<RequestForm>;
  /** Mostly the first tenant. */
  readonly #tenant: fc.Arbitrary<Step['as']>;
  /** The first tenant, another one or a caller without a key. */
  readonly #anyone: fc.Arbitrary<Step['as']>;

  constructor(vocabulary: Vocabulary, hasSecondKey: boolean) {
    this.#vocabulary = vocabulary;
    this.#form = fc.constantFrom(...vocabulary.forms);
    const second = hasSecondKey ? (['second'] as const) : [];
    this.#tenant = mostly(3, undefined, ...second);
    this.#anyone = mostly(4, undefined, ...second, 'none');
  }

  /** One of them, the likeliest first. */
  any(): fc.Arbitrary<Part> {
    const weights: readonly (readonly [number, fc.Arbitrary<Part> | undefined])[] = [
      [6, this.#odd()],
      [5, this.#retries()],
      [2, this.#job()],
      [1, this.#crowd()],
      [1, this.#connection()],
      [1, this.#twins()],
      [2, this.#continued()],
    ];
    return fc.oneof(
      ...weights.flatMap(([weight, arbitrary]) => (arbitrary ? [{ weight, arbitrary }] : [])),
    );
  }

  /** A request in which up to two things are unusual. */
  #odd(): fc.Arbitrary<Part> {
    return this.#form.chain((form) =>
      fc
        .record({ facts: this.#facts(form, 2), as: this.#tenant })
        .map(({ facts, as }) => [inTurn(stepOf(0, form, { ...facts, as }))]),
    );
  }

  #facts(form: RequestForm, most: number): fc.Arbitrary<Facts> {
    return this.#model(form).chain((model) => {
      // Models of a purpose need do nothing else.
      const vocabulary = this.#vocabulary;
      const known = model === undefined ? vocabulary.names(form) : vocabulary.namesOfTexts(form);
      const isFile = form.operation === 'transcription';
      return fc.record({
        with: fc.uniqueArray(fc.constantFrom(...known), { maxLength: most }),
        model: fc.constant(model),
        say: isFile ? fc.constant(undefined) : SAYINGS,
      });
    });
  }

  #model(form: RequestForm): fc.Arbitrary<Step['model']> {
    const has = (model: Step['model']) => this.#vocabulary.model({ model }, form) !== null;
    const others = SPECIAL.filter(has).map((model) => ({
      weight: 1,
      arbitrary: fc.constant(model),
    }));
    const echo = has('echo') ? [{ weight: 4, arbitrary: fc.constant('echo' as const) }] : [];
    return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, ...echo, ...others);
  }

  /**
   * Requests with one key: equal ones, with a change, in another form, of another tenant or without the key;
   * together, or after the first one, whose caller may disconnect.
   */
  #retries(): fc.Arbitrary<Part> {
    return this.#form.chain((form) =>
      fc
        .record({
          first: this.#first(form),
          others: fc.array(this.#retry(form), { minLength: 1, maxLength: 4 }),
          how: COURSES,
          atOnce: fc.boolean(),
          pauseMs: PAUSES,
        })
        .map(({ first, others, how, atOnce, pauseMs }) => {
          const { leavesAfterMs: _, leavesAfterEvents: __, ...stays } = first;
          const more = others.map((other, at) =>
            stepOf(at + 1, form, { key: 0, like: 0, model: first.model, ...other }),
          );
          if (atOnce)
            return [{ how: 'together', steps: [stepOf(0, form, { key: 0, ...stays }), ...more] }];
          return [
            inTurn(stepOf(0, form, { key: 0, ...first })),
            paused({ how, steps: more }, pauseMs),
          ];
        }),
    );
  }

  #first(form: RequestForm): fc.Arbitrary<Facts> {
    const leaves = form.stream ? fc.oneof(LEAVES_LATER, LEAVES_STREAM) : LEAVES_LATER;
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: leaves },
      { weight: 1, arbitrary: this.#model(form).map((model) => ({ model })) },
    );
  }

  #retry(form: RequestForm): fc.Arbitrary<Facts> {
    const changes = this.#vocabulary.changes(form);
    const withOne = (names: readonly string[]): fc.Arbitrary<Facts> =>
      fc.constantFrom(...names).map((name) => ({ with: [name] }));
    const forms = this.#vocabulary.forms.filter(({ operation }) => operation === form.operation);
    const others: readonly fc.Arbitrary<Facts>[] = [
      withOne(this.#vocabulary.names(form)),
      withOne(this.#vocabulary.alikeKeys),
      fc.constantFrom(...forms).map(({ name }) => ({ send: name })),
      fc.constant({ like: undefined }),
      this.#form.map(({ name }) => ({ send: name, like: undefined })),
      this.#tenant.map((as) => ({ as })),
      fc.constant({ key: undefined }),
    ];
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: withOne(this.#vocabulary.spellings(form)) },
      ...(changes.length > 0 ? [{ weight: 2, arbitrary: withOne(changes) }] : []),
      ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
    );
  }

  /** Up to three jobs, with what any tenant does with them; undefined where there are none. */
  #job(): fc.Arbitrary<Part> | undefined {
    const form = this.#vocabulary.form('video-create');
    if (form === undefined) return undefined;
    const act = fc.record({
      send: fc.constantFrom(...JOB_STEPS, 'video-read' as const),
      as: this.#anyone,
      job: fc.nat(),
      key: mostly(4, undefined, 0),
    });
    const block = fc.record({
      how: COURSES,
      pauseMs: PAUSES,
      acts: fc.array(act, { minLength: 1, maxLength: 3 }),
    });
    return fc
      .record({
        model: this.#model(form),
        jobs: fc.integer({ min: 1, max: 3 }),
        blocks: fc.array(block, { minLength: 1, maxLength: 5 }),
      })
      .map(({ model, jobs, blocks }) => {
        const made = Array.from({ length: jobs }, (_, id) =>
          stepOf(id, form, id === 0 ? { model } : {}),
        );
        let id = jobs;
        const done = blocks.map(({ how, pauseMs, acts }) => {
          const steps = acts.map(({ send, as, job, key }) => {
            const step = stepWith({ id, send, as, key, of: job % jobs });
            id += 1;
            return step;
          });
          return paused({ how, steps }, pauseMs);
        });
        return [inTurn(...made), ...done];
      });
  }

  /** Requests that meet in the gateway. */
  #crowd(): fc.Arbitrary<Part> {
    const one = this.#form.chain((form) =>
      fc.record({ form: fc.constant(form), model: this.#model(form), as: this.#tenant }),
    );
    return fc.array(one, { minLength: 2, maxLength: 16 }).map((all) => [
      {
        how: 'together',
        steps: all.map(({ form, ...facts }, id) => stepOf(id, form, facts)),
      },
    ]);
  }

  /** Requests in succession over one connection, of any tenant. */
  #connection(): fc.Arbitrary<Part> {
    const one = this.#form.chain((form) =>
      fc.record({
        form: fc.constant(form),
        facts: fc.oneof(
          { weight: 3, arbitrary: fc.constant<Facts>({}) },
          { weight: 1, arbitrary: this.#facts(form, 1) },
        ),
        as: this.#anyone,
      }),
    );
    return fc.array(one, { minLength: 2, maxLength: 12 }).map((all) => [
      {
        how: 'on one connection',
        steps: all.map(({ form, facts, as }, id) => stepOf(id, form, { ...facts, as })),
      },
    ]);
  }

  /** Equal requests without a key. */
  #twins(): fc.Arbitrary<Part> {
    return fc
      .record({ form: this.#form, how: COURSES })
      .map(({ form, how }) => [
        { how, steps: [stepOf(0, form, {}), stepOf(1, form, { like: 0 })] },
      ]);
  }

  /** A response that is continued, by its tenant or others; undefined where there are none. */
  #continued(): fc.Arbitrary<Part> | undefined {
    const forms = this.#vocabulary.forms.filter(({ operation }) => operation === 'responses');
    if (forms.length === 0) return undefined;
    const form = fc.constantFrom(...forms);
    const other = fc.record({ form, as: this.#tenant });
    return fc
      .record({ first: form, others: fc.array(other, { minLength: 1, maxLength: 3 }) })
      .map(({ first, others }) => [
        inTurn(
          stepOf(0, first, {}),
          ...others.map((each, at) => stepOf(at + 1, each.form, { of: 0, as: each.as })),
        ),
      ]);
  }
}

const SPECIAL = ['slow', 'failing', 'failing-mid-stream', 'limited'] as const;

const COURSES = fc.constantFrom(
  'in turn' as const,
  'together' as const,
  'on one connection' as const,
);
const PAUSES = fc.constantFrom(undefined, undefined, 50, 200, 600);
const LEAVES_LATER = fc.record({ leavesAfterMs: fc.constantFrom(1, 10, 30, 60) });
const LEAVES_STREAM = fc.record({ leavesAfterEvents: fc.integer({ min: 1, max: 6 }) });
/** Text of every script. */
const SAYINGS = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), {
  nil: undefined,
  freq: 5,
});

function mostly<T>(weight: number, first: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight, arbitrary: fc.constant(first) },
    ...others.map((other) => ({ weight: 1, arbitrary: fc.constant(other) })),
  );
}

function stepOf(id: number, { name }: RequestForm, facts: Facts): Step {
  return stepWith({ send: name, ...facts, id });
}

/** A step without what is absent, or has nothing. */
export function stepWith({ id = 0, send = '', ...facts }: Facts): Step {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return { id, send, ...Object.fromEntries(known) };
}

function inTurn(...steps: readonly Step[]): Block {
  return { how: 'in turn', steps: [...steps] };
}

function paused(block: Block, pauseMs: number | undefined): Block {
  return pauseMs === undefined ? block : { ...block, pauseMs };
}
