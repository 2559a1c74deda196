/** The operator, and owners who narrow what a key may do, or replace a secret. */
import { Duration, Effect } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { clientPrivileges, signing, signingValue } from "../world/Setting.ts"
import type { Acting } from "../world/World.ts"
import { ask, askUntilKnown, lasting } from "../world/World.ts"
import { evaluate } from "./filing.ts"

/** Tells a server to end, as for a new release. */
export const restarts = ({ dice, world }: Acting): Effect.Effect<void> =>
  Effect.sync(() => dice.pick(world.servers).restart())

/** The operator is of no organisation, and has no token in this world. */
const byOperator = (acting: Acting, act: "suspend" | "resume") =>
  askUntilKnown(
    acting,
    () => ({
      who: "the operator",
      what: `${act} organisation ${acting.organisation.letter}`,
      open: HostedOrganisations.use((hosted) => hosted[act](acting.organisation.id))
    }),
    200
  )

export const suspends = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation } = acting
  yield* byOperator(acting, "suspend")
  for (let turn = 0; turn < 3; turn++) {
    yield* evaluate(acting, dice.pick(organisation.clients), dice.pick(organisation.forms))
    yield* Effect.sleep(dice.span(1, 20_000))
  }
  yield* byOperator(acting, "resume")
  yield* evaluate(acting, dice.pick(organisation.clients), dice.pick(organisation.forms))
})

/** A key for one form, with few requests a minute. */
export const narrows = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation, world } = acting
  const { court, versions } = world.witness
  const [first, second] = organisation.forms
  const limits = { forms: [first.id], requestsPerMinute: 2 + dice.below(3) }
  const made = yield* askUntilKnown(acting, () => ({
    who: organisation.owner.name,
    what: `make a key for ${first.code} alone`,
    token: organisation.owner.token,
    operation: (caller) =>
      ApiKeys.use((keys) => keys.create(caller, { name: "Narrow", privileges: clientPrivileges, limits }))
  }))
  if (made._tag !== "Answered") return
  const holder = { name: `client for ${first.code} alone`, token: made.value.token.text }
  for (let turn = 0; turn < 6; turn++) {
    yield* evaluate(acting, holder, first)
    yield* ask(acting, {
      who: holder.name,
      what: `evaluate with ${second.code}`,
      token: holder.token,
      operation: (caller) =>
        Evaluations.use((evaluations) => evaluations.evaluate(caller, second.id, { marker: "beyond", amount: 1 })).pipe(
          Effect.map(({ calculatedData }) =>
            court.violate(
              "a key reaches what its limits name",
              `${second.code} is missing for a key for ${first.code} alone (of ${versions.moment(second.id)} versions)`,
              `it was evaluated: ${String(calculatedData["total"])}`
            )
          )
        )
    })
    yield* Effect.sleep(dice.span(1, 40_000))
  }
})

/** Replaces the signing secret. */
export const signs = Effect.fnUntraced(function* (acting: Acting) {
  const { act, dice, organisation } = acting
  const overlap = Duration.millis(dice.pick([0, 30_000, 600_000]))
  const value = signingValue(organisation.letter, act.number)
  yield* askUntilKnown(acting, () => ({
    who: organisation.owner.name,
    what: `replace the signing secret, overlap ${Duration.format(overlap)}`,
    token: organisation.owner.token,
    operation: (caller) =>
      lasting(acting, overlap, () =>
        Effect.map(
          Secrets.use((secrets) => secrets.put(caller, signing, value, overlap)),
          ({ previousUntil }) => ({ until: previousUntil })
        )
      )
  }))
})
