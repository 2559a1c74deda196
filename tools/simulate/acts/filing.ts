/** Clients who file: each intent with a key of its own, repeated until there is an answer. */
import { Effect, Fiber } from "effect"
import type { CreateRequest } from "@formwork/domain/filing/create"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import type { Acting, Asking } from "../world/World.ts"
import { ask, askUntilKnown, someClient, someForm } from "../world/World.ts"
import type { Client, Holder, OrderForm } from "../world/Setting.ts"

export const create = ({ organisation, world }: Acting, form: OrderForm, request: CreateRequest) => {
  const { ledger, owners } = world.witness
  return (caller: Parameters<Submissions["Service"]["create"]>[0]) =>
    Effect.gen(function* () {
      const { submission } = yield* Submissions.use((submissions) => submissions.create(caller, form.id, request))
      ledger.created(caller, String(request.data["marker"]), submission)
      owners.saw({ organisationId: organisation.id }, "a filing", [submission.id])
      return submission
    })
}

/** Evaluates once, and compares the answer with the versions that were live since. */
export const evaluate = Effect.fnUntraced(function* (acting: Acting, { name, token }: Holder, form: OrderForm) {
  const { versions } = acting.world.witness
  const amount = acting.dice.below(100)
  const since = versions.moment(form.id)
  const answer = yield* ask(acting, {
    who: name,
    what: `evaluate ${amount} with ${form.code}`,
    token,
    operation: (caller) =>
      Effect.gen(function* () {
        const data = { marker: "evaluated", amount }
        const result = yield* Evaluations.use((evaluations) => evaluations.evaluate(caller, form.id, data)).pipe(
          Effect.tapError(({ _tag }) =>
            Effect.sync(() => {
              if (_tag === "FormNotFound") versions.missing(form.id, since)
            })
          )
        )
        versions.evaluated(form.id, since, amount, result.calculatedData["total"])
      })
  })
  return answer
})

/** For as long as the client's key is of the same chain: an Idempotency-Key means nothing beyond it. */
export const withItsKey = <A>(client: Client, asking: () => Asking<A>): (() => Asking<A> | undefined) => {
  const { chain } = client
  return () => (client.chain === chain ? asking() : undefined)
}

const one = Effect.fnUntraced(function* (acting: Acting, turn: number) {
  const { act, dice, organisation } = acting
  const client = someClient(acting)
  const form = someForm(acting)
  const marker = `${organisation.letter}${act.number}.${turn}`
  // Clients that count from 1 use the same keys as others, and some forget what they used one for.
  const idempotencyKey = dice.pick([
    `order-${act.number}.${turn}`,
    `order-${act.number}.${turn}`,
    `order-${turn}`,
    undefined
  ])
  const data = { marker, amount: dice.below(100) }
  const request: CreateRequest = { data, draft: false, idempotencyKey }
  const asking = withItsKey(client, () => ({
    who: client.name,
    what: `file ${marker} with ${form.code}, key ${idempotencyKey ?? "none"}`,
    // The token of today: a client that gets a new one goes on with it.
    token: client.token,
    operation: create(acting, form, request),
    isRepeatable: idempotencyKey !== undefined
  }))
  const answer = yield* askUntilKnown(acting, asking, idempotencyKey === undefined ? 1 : 6)
  if (answer._tag === "Answered") {
    const repeat = idempotencyKey === undefined ? Effect.void : Effect.suspend(() => askUntilKnown(acting, asking, 1))
    organisation.submissions.push({ id: answer.value.id, repeat })
  }
  if (idempotencyKey !== undefined && dice.chance(0.3)) yield* askUntilKnown(acting, asking, 1)
})

/** Files one after the other, and evaluates in between. */
export const files = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, world } = acting
  const count = 1 + dice.below(6)
  const apart: Array<Fiber.Fiber<void>> = []
  const areTogether = dice.chance(0.3)
  for (let turn = 0; turn < count; turn++) {
    if (areTogether || dice.chance(0.3)) apart.push(yield* Effect.forkChild(one(acting, turn)))
    else yield* one(acting, turn)
    if (dice.chance(0.3)) yield* evaluate(acting, someClient(acting), someForm(acting))
    if (!areTogether) yield* Effect.sleep(dice.span(1, world.plan.busyMillis / 2))
  }
  yield* Effect.forEach(apart, Fiber.await, { discard: true })
})

/** Asks more, and faster, than a budget allows. */
export const hurries = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, world } = acting
  const client = someClient(acting)
  const apart: Array<Fiber.Fiber<unknown>> = []
  const { limit, windowMillis } = world.plan.quota
  for (let turn = 0; turn < Math.min(limit * 2, 24); turn++) {
    apart.push(yield* Effect.forkChild(evaluate(acting, client, someForm(acting))))
    if (dice.chance(0.3)) yield* Effect.sleep(dice.span(1, windowMillis))
  }
  yield* Effect.forEach(apart, Fiber.await, { discard: true })
})
