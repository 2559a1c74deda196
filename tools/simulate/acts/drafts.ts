/** Clients who save a draft several times, at the same time too, and file it at last. */
import { Effect, Fiber } from "effect"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import type { Acting } from "../world/World.ts"
import { ask, askUntilKnown, someClient, someForm } from "../world/World.ts"
import type { Client } from "../world/Setting.ts"
import { create, withItsKey } from "./filing.ts"
import { publishes } from "./people.ts"

interface Drafting {
  readonly acting: Acting
  readonly client: Client
  readonly marker: string
  readonly id: SubmissionId
}

const read = ({ acting, client, id, marker }: Drafting) =>
  askUntilKnown(acting, () => ({
    who: client.name,
    what: `read ${marker}`,
    token: client.token,
    operation: (caller) => Submissions.use((submissions) => submissions.get(caller, id))
  }))

const save = ({ acting, client, id, marker }: Drafting, revision: number) => {
  const data = { marker, amount: acting.dice.below(100) }
  return ask(acting, {
    who: client.name,
    what: `save ${marker} on revision ${revision}`,
    token: client.token,
    operation: (caller) => Submissions.use((submissions) => submissions.save(caller, id, { revision, data }))
  })
}

const fileIt = ({ acting, client, id, marker }: Drafting, revision: number) =>
  ask(acting, {
    who: client.name,
    what: `file ${marker} on revision ${revision}`,
    token: client.token,
    operation: (caller) => Submissions.use((submissions) => submissions.file(caller, id, { revision, data: undefined }))
  })

const changed = Effect.fnUntraced(function* (drafting: Drafting, isLast: boolean) {
  const now = yield* read(drafting)
  if (now._tag !== "Answered" || now.value.workflowState !== "draft") return
  const { revision } = now.value
  const change = isLast ? fileIt(drafting, revision) : save(drafting, revision)
  // Two at once, on the same revision: one of them comes too late.
  const both = drafting.acting.dice.chance(0.5) ? [change, save(drafting, revision)] : [change]
  yield* Effect.all(both, { concurrency: "unbounded", discard: true })
})

export const drafts = Effect.fnUntraced(function* (acting: Acting) {
  const { act, dice, organisation } = acting
  const client = someClient(acting)
  const form = someForm(acting)
  const marker = `${organisation.letter}${act.number}.draft`
  const data = { marker, amount: dice.below(100) }
  const made = yield* askUntilKnown(
    acting,
    withItsKey(client, () => ({
      who: client.name,
      what: `save ${marker} for the first time`,
      token: client.token,
      operation: create(acting, form, { data, draft: true, idempotencyKey: marker })
    }))
  )
  if (made._tag !== "Answered") return
  const publishing = dice.chance(0.5) ? yield* Effect.forkChild(publishes(acting)) : undefined
  const drafting = { acting, client, marker, id: made.value.id }
  const turns = 1 + dice.below(3)
  for (let turn = 0; turn <= turns; turn++) {
    yield* changed(drafting, turn === turns)
    yield* Effect.sleep(dice.span(1, 60_000))
  }
  if (publishing !== undefined) yield* Fiber.await(publishing)
})
