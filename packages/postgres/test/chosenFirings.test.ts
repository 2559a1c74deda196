/** What a process sends of several nodes' firings: the same as if one server had them all, though each node gives only its first. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { type Candidate, chosen, mostOfNode } from "../src/stores/chosenFirings.ts"

const Destination = Schema.Struct({
  name: Schema.Literals(["documents", "mail", "a.example", "b.example"]),
  leased: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  due: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))).check(
    Schema.isMaxLength(12)
  )
})
const Organisation = Schema.Struct({
  node: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })),
  most: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
  destinations: Schema.Array(Destination).check(Schema.isMaxLength(4))
})
const Limits = Schema.Struct({
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 })),
  documents: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  last: Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 29 }))
})

const idOf = (index: number) =>
  OrganisationId.make(`01890a5d-ac96-774b-bcce-b302099a80${String(index).padStart(2, "0")}`)

interface Listed extends Candidate {
  /** Its place in the organisation, as `formwork.due_firings` counts it: documents apart. */
  readonly base: number
}

const candidatesOf = ({ destinations, most }: typeof Organisation.Type, index: number): ReadonlyArray<Listed> => {
  const named = [...new Map(destinations.map((destination) => [destination.name, destination])).values()]
  const underWay = named.reduce((sum, { leased }) => sum + leased, 0)
  const all = named.flatMap(({ due, leased, name }) =>
    due
      .toSorted((a, b) => a - b)
      // No two are due at once: which of those came first, no rule says.
      .map((at, place) => ({
        destination: name,
        turn: leased + place + 1,
        dueAtMillis: at + index / 64 + place / 4096
      }))
  )
  return [true, false].flatMap((isDocument) =>
    all
      .filter(({ destination }) => (destination === "documents") === isDocument)
      .toSorted((a, b) => a.turn - b.turn || a.dueAtMillis - b.dueAtMillis)
      .map((one, place) => ({ ...one, organisationId: idOf(index), underWay, most, base: underWay + place + 1 }))
  )
}

/** What a node gives: the statement of NodesOutbox. */
const firstOf = (own: ReadonlyArray<Listed>, limits: Parameters<typeof chosen>[1]): ReadonlyArray<Candidate> => {
  const isPast = ({ organisationId }: Candidate) =>
    Number(limits.lastPrinted !== null && organisationId <= limits.lastPrinted)
  const documents = own
    .filter(({ destination }) => destination === "documents")
    .toSorted((a, b) => a.turn - b.turn || isPast(a) - isPast(b) || (a.organisationId < b.organisationId ? -1 : 1))
  const others = own
    .filter(({ base, destination, most }) => destination !== "documents" && base <= most)
    .toSorted((a, b) => a.base - b.base || a.dueAtMillis - b.dueAtMillis)
  return [...documents.slice(0, limits.documents), ...others.slice(0, mostOfNode(limits))]
}

const told = (found: ReadonlyArray<Candidate>) =>
  found.map(({ destination, organisationId, turn }) => `${organisationId} ${destination} ${turn}`)

describe("a choice among the firings of several nodes", () => {
  it.effect.prop(
    "is the choice among all of them",
    [Schema.Array(Organisation).check(Schema.isMaxLength(30)), Limits],
    ([organisations, { documents, last, limit }]) =>
      Effect.sync(() => {
        const limits = { limit, documents, perDestination: 4, lastPrinted: last < 0 ? null : idOf(last) }
        const all = organisations.map(candidatesOf)
        const given = [0, 1, 2].flatMap((node) =>
          firstOf(all.filter((_, index) => organisations[index]?.node === node).flat(), limits)
        )
        assert.deepStrictEqual(told(chosen(given, limits)), told(chosen(all.flat(), limits)))
      }),
    { arbitrary: { runs: 2_000 } }
  )
})
