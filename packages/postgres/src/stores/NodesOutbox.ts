/**
 * The outbox of a database that is divided among nodes. A claim asks each node what it could send, chooses of all of it as one server
 * would, and has each node lease its part. Nothing is leased before the choice, so it may be interrupted until then.
 */
import { Array as Arr, Effect, Schema } from "effect"
import type { Scope } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Claim, ClaimLimits, Ended, Outbox } from "@formwork/domain/sending/Outbox"
import type { NodesOfRole } from "../database/RoleDatabase.ts"
import { row, rows } from "../database/TenantDatabase.ts"
import * as AwayNodes from "./AwayNodes.ts"
import { type Candidate, chosen, mostOfNode } from "./chosenFirings.ts"
import { claims, endedText, recorded } from "./claimRows.ts"

const candidates = rows(
  Schema.Struct({
    organisationId: OrganisationId,
    destination: Schema.String,
    turn: Schema.Int,
    underWay: Schema.Int,
    most: Schema.Int,
    dueAtMillis: Schema.Finite
  })
)
const backlogRow = row(Schema.Struct({ pending: Schema.Int, dueForMillis: Schema.NullOr(Schema.Finite) }))

/** How often a process looks again where others were first to claim all that it had chosen. */
const looks = 3

/** What one node could send now. */
const dueOn = ({ across }: NodesOfRole, node: string, limits: ClaimLimits): Effect.Effect<ReadonlyArray<Candidate>> => {
  const { documents, lastPrinted, perDestination, perOrganisation, places } = limits
  return across(node)(
    (sql) => sql`
      select organisation_id as "organisationId", destination, turn, under_way as "underWay", most,
             (extract(epoch from due_at) * 1000)::double precision as "dueAtMillis"
        from (
          select d.*, d.destination = 'documents' as is_document,
                 row_number() over (
                   partition by d.destination = 'documents'
                   order by case when d.destination = 'documents' then d.turn else d.base end,
                            d.destination = 'documents' and d.organisation_id <= ${lastPrinted}::uuid,
                            case when d.destination = 'documents' then d.organisation_id end,
                            d.due_at) as place
            from formwork.due_firings(${perDestination}::integer, ${perOrganisation}::integer,
              ${places.map(({ organisationId }) => organisationId)}::uuid[],
              ${places.map(({ destination }) => destination)}::text[],
              ${places.map((one) => one.places)}::integer[]) d
           where d.destination = 'documents' or d.base <= d.most) c
       where c.place <= case when c.is_document then ${documents}::integer else ${mostOfNode(limits)}::integer end`
  ).pipe(candidates, Effect.orDie)
}

/** So many firings to one destination of an organisation. */
interface Part {
  readonly organisationId: OrganisationId
  readonly destination: string
  readonly count: number
  readonly places: number
  readonly most: number
}

const partsOf = (wanted: ReadonlyArray<Candidate>, { perDestination, places }: ClaimLimits): ReadonlyArray<Part> =>
  Object.values(Arr.groupBy(wanted, (one) => `${one.organisationId} ${one.destination}`)).map((same) => {
    const [{ destination, most, organisationId }] = same
    const learnt = places.find((one) => one.organisationId === organisationId && one.destination === destination)
    return { organisationId, destination, count: same.length, places: learnt?.places ?? perDestination, most }
  })

const leaseOn = (
  { across }: NodesOfRole,
  node: string,
  parts: ReadonlyArray<Part>,
  leaseMillis: number
): Effect.Effect<ReadonlyArray<Claim>> =>
  across(node)(
    (sql) => sql`
      select organisation_id as "organisationId", firing_id as "id", submission_id as "submissionId",
             effect_id as "effectId", kind, destination, attempt, failures, lease_id as "leaseId", content,
             reference_number as "referenceNumber", secrets::text as secrets,
             (extract(epoch from claimed_at) * 1000)::double precision as "claimedAtMillis"
        from formwork.lease_firings(
          ${parts.map(({ organisationId }) => organisationId)}::uuid[], ${parts.map(({ destination }) => destination)}::text[],
          ${parts.map(({ count }) => count)}::integer[], ${parts.map((part) => part.places)}::integer[],
          ${parts.map(({ most }) => most)}::integer[], ${leaseMillis}::integer)`
  ).pipe(claims, Effect.orDie)

/** A result, and its place among those that are recorded together. */
interface Placed {
  readonly one: Ended
  readonly place: number
}

/** In one step. The organisations come in one order, in which all calls lock their rows. @returns the places of what was recorded. */
const settleOn = (
  { across }: NodesOfRole,
  node: string,
  ended: ReadonlyArray<Placed>
): Effect.Effect<ReadonlyArray<number>> => {
  const byOrganisation = Object.entries(Arr.groupBy(ended, ({ one }) => one.claim.organisationId)).sort(([a], [b]) =>
    a < b ? -1 : 1
  )
  const inOrder = byOrganisation.flatMap(([, own]) => own)
  const texts = byOrganisation.map(([, own]) => endedText(own.map(({ one }) => one)))
  return across(node)(
    (sql) => sql`
      select (o.before + r.place)::integer as place
        from unnest(
               ${byOrganisation.map(([id]) => id)}::uuid[], ${texts}::text[],
               ${byOrganisation.map((_, at) => byOrganisation.slice(0, at).flatMap(([, own]) => own).length)}::integer[]
             ) as o (organisation_id, ended, before)
       cross join lateral formwork.settle_firings_of(o.organisation_id, o.ended::json) as r (place)`
  ).pipe(
    recorded(ended.length),
    Effect.orDie,
    Effect.map((found) => inOrder.flatMap(({ place }, index) => (found[index] === true ? [place] : [])))
  )
}

export const make = Effect.fnUntraced(function* (
  nodes: NodesOfRole
): Effect.fn.Return<Omit<Outbox["Service"], "upload">, never, Scope.Scope> {
  const away = yield* AwayNodes.make(nodes)
  const all = () => nodes.names().map((node) => ({ node }))

  const look = Effect.fnUntraced(function* (limits: ClaimLimits) {
    const due = yield* away.onEach(all(), ({ node }) => dueOn(nodes, node, limits))
    const wanted = chosen(due.flat(), limits)
    const byNode = Object.entries(Arr.groupBy(wanted, ({ organisationId }) => nodes.nameOf(organisationId)))
    const leased = yield* away.onEach(
      byNode.map(([node, own]) => ({ node, parts: partsOf(own, limits) })),
      ({ node, parts }) => leaseOn(nodes, node, parts, limits.leaseMillis)
    )
    return { leased: leased.flat(), isLate: wanted.length > 0 && leased.every(({ length }) => length === 0) }
  })

  const claim = (limits: ClaimLimits) =>
    Effect.map(Effect.repeat(look(limits), { while: ({ isLate }) => isLate, times: looks - 1 }), ({ leased }) => leased)

  /** In one step on each node. What the others recorded is recorded, also where one is away and this dies. */
  const settle = Effect.fnUntraced(function* (ended: ReadonlyArray<Ended>) {
    const placed = ended.map((one, place) => ({ one, place }))
    const byNode = Object.entries(Arr.groupBy(placed, ({ one }) => nodes.nameOf(one.claim.organisationId)))
    const exits = yield* Effect.forEach(
      byNode,
      ([node, own]) => Effect.exit(away.on(node, settleOn(nodes, node, own))),
      { concurrency: "unbounded" }
    )
    const places = new Set((yield* Effect.all(exits)).flat())
    return ended.map((_, place) => places.has(place))
  })

  const backlog = Effect.map(
    away.onEach(all(), ({ node }) =>
      nodes
        .across(node)(
          (sql) => sql`
            select pending, (extract(epoch from clock_timestamp() - due_at) * 1000)::double precision as "dueForMillis"
              from formwork.outbox_backlog()`
        )
        .pipe(backlogRow, Effect.orDie)
    ),
    (found) => ({
      pending: found.reduce((sum, one) => sum + (one?.pending ?? 0), 0),
      oldestDueMillis: Math.max(0, ...found.map((one) => one?.dueForMillis ?? 0))
    })
  )
  return { claim, settle, backlog }
})
