import type { Exchange } from '../../../src/exchange/exchange.ts';
import { headerMutants } from './header-mutants.ts';
import { holdersOf, valuesAt, written } from './json-edits.ts';
import type { Mutant } from './mutant.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { PLACES, type Place, SENTINEL, type Spot } from './places.ts';
import { withDocument, withEvents } from './recorded-answer.ts';
import { type Member, membersOf } from './schema-members.ts';
import type { Tape } from './tape.ts';

/** Every mutant of the contract that makes a difference to what is on the tape. */
export function contractMutants(tape: Tape): readonly Mutant[] {
  const places = PLACES.flatMap((place) => ofPlace(place, tape));
  const mutants = [...places, ...ofEvent(SENTINEL, tape), ...headerMutants()];
  return mutants.filter((mutant) => tape.exchanges.some((exchange) => mutant.change(exchange)));
}

/** Every exchange of the tape that the mutant changes, with the changed one. */
export function changesBy(mutant: Mutant, tape: Tape): ReadonlyMap<Exchange, Exchange> {
  const changes = new Map<Exchange, Exchange>();
  for (const exchange of tape.exchanges) {
    const changed = mutant.change(exchange);
    if (changed !== undefined) changes.set(exchange, changed);
  }
  return changes;
}

/** The places without a mutant: the reference gateway sends nothing there. */
export function silentPlaces(tape: Tape): readonly string[] {
  return PLACES.filter((place) => spotsAt(place, tape).length === 0).map(({ name }) => name);
}

function ofPlace(place: Place, tape: Tape): readonly Mutant[] {
  const spots = spotsAt(place, tape);
  const ofMembers = membersOf(place.schema).flatMap((member) => {
    const others = spots.flatMap(({ document }) => valuesAt(document, member.steps));
    return mutationsOf(member).map((mutation) => ofMember(place, tape, member, mutation, others));
  });
  return [...ofMembers, ...ofEvent(place, tape)];
}

function ofMember(
  place: Place,
  tape: Tape,
  member: Member,
  mutation: Mutation,
  others: readonly unknown[],
): Mutant {
  return {
    place: place.name,
    member: member.path,
    called: [member.name],
    mutation: mutation.name,
    change(exchange) {
      const edited = place
        .spots(exchange, tape)
        .flatMap((spot) => edit(spot, mutation, member, others) ?? []);
      return edited.length === 0 ? undefined : withSpots(exchange, edited);
    },
  };
}

function ofEvent(place: Place, tape: Tape): readonly Mutant[] {
  const [first] = spotsAt(place, tape).filter(({ event }) => event !== undefined);
  if (first === undefined) return [];
  const repeated = (mutation: string, times: number): Mutant => ({
    place: place.name,
    member: 'the event',
    called: [eventName(first), ...membersOf(place.schema).map(({ name }) => name)],
    mutation,
    change(exchange) {
      const events = new Set(place.spots(exchange, tape).map(({ event }) => event));
      if (events.size === 0) return undefined;
      return withEvents(exchange, (event, index) =>
        events.has(index) ? Array.from({ length: times }, () => event) : [event],
      );
    },
  });
  return [repeated('dropped', 0), repeated('twice', 2)];
}

function spotsAt(place: Place, tape: Tape): readonly Spot[] {
  return tape.exchanges.flatMap((exchange) => place.spots(exchange, tape));
}

/** What distinguishes an event from others: its type, the sentinel, or that it is a chunk. */
function eventName({ document }: Spot): string {
  if (typeof document === 'string') return document;
  const [type] = valuesAt(document, ['type']);
  return typeof type === 'string' ? type : 'chunk';
}

function edit(
  { document, event }: Spot,
  mutation: Mutation,
  member: Member,
  others: readonly unknown[],
): Spot | undefined {
  const copy = structuredClone(document);
  const edits = holdersOf(copy, member.steps).map((holder) =>
    mutation.edit(holder, member, others),
  );
  if (!edits.includes(true)) return undefined;
  return { document: copy, ...(event !== undefined && { event }) };
}

function withSpots(exchange: Exchange, spots: readonly Spot[]): Exchange {
  const [first] = spots;
  if (first !== undefined && first.event === undefined) {
    return withDocument(exchange, first.document);
  }
  const byEvent = new Map(spots.map(({ event, document }) => [event, document]));
  return withEvents(exchange, (event, index) =>
    byEvent.has(index) ? [{ ...event, data: written(byEvent.get(index)) }] : [event],
  );
}
