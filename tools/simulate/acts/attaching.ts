/** Clients who send files, and file submissions that name them: some name one at the same time as others, or another organisation's. */
import { Effect, Fiber } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { Uploads } from "@formwork/domain/filing/Uploads"
import { fileLimits } from "../orders/fileLimits.ts"
import type { Client, OrderForm } from "../world/Setting.ts"
import type { Acting } from "../world/World.ts"
import { ask, askUntilKnown, someClient, someForm } from "../world/World.ts"
import { create, withItsKey } from "./filing.ts"

interface Attaching {
  readonly acting: Acting
  readonly client: Client
  readonly form: OrderForm
}

const send = ({ acting, client, form }: Attaching, name: string) =>
  ask(acting, {
    who: client.name,
    what: `send ${name} for ${form.code}`,
    token: client.token,
    operation: (caller) =>
      Uploads.use((uploads) =>
        uploads.add(caller, form.id, {
          field: "paper",
          name,
          contentType: "text/plain",
          bytes: new TextEncoder().encode(`${name} of ${acting.organisation.letter}`)
        })
      )
  })

const takeBack = ({ acting, client, form }: Attaching, id: UploadId) =>
  ask(acting, {
    who: client.name,
    what: `take ${id} back`,
    token: client.token,
    operation: (caller) =>
      Uploads.use((uploads) => uploads.remove(caller, form.id, id)).pipe(
        Effect.tapError(({ _tag }) =>
          Effect.sync(() => {
            if (_tag === "UploadNotFound") acting.world.witness.files.notRemoved(caller, form.id, id)
          })
        )
      )
  })

/** Files a submission that names the file. */
const fileIt = Effect.fnUntraced(function* ({ acting, client, form }: Attaching, marker: string, paper: UploadId) {
  const { dice, organisation, world } = acting
  const data: JsonObject = { marker, amount: dice.below(100), paper }
  const draft = dice.chance(0.2)
  const asking = withItsKey(client, () => ({
    who: client.name,
    what: `${draft ? "save" : "file"} ${marker} with ${form.code}, naming ${paper}`,
    token: client.token,
    operation: (caller: Parameters<ReturnType<typeof create>>[0]) =>
      create(acting, form, { data, draft, idempotencyKey: marker })(caller).pipe(
        Effect.tapError((refusal) =>
          Effect.sync(() => {
            if (refusal._tag === "SubmissionInvalid") world.witness.files.notTaken(form.id, [paper])
          })
        )
      ),
    isRepeatable: true
  }))
  const answer = yield* askUntilKnown(acting, asking)
  if (answer._tag !== "Answered") return
  organisation.submissions.push({ id: answer.value.id, repeat: Effect.suspend(() => askUntilKnown(acting, asking, 1)) })
  yield* read({ acting, client, form }, answer.value.id, paper)
})

const read = ({ acting, client }: Attaching, submissionId: SubmissionId, id: UploadId) =>
  ask(acting, {
    who: client.name,
    what: `read ${id}`,
    token: client.token,
    operation: (caller) =>
      Uploads.use((uploads) => uploads.get(caller, submissionId, id)).pipe(
        Effect.tapError(({ _tag }) =>
          Effect.sync(() => {
            if (_tag === "UploadNotFound") acting.world.witness.files.notRead(submissionId, id)
          })
        ),
        Effect.map(({ bytes }) => acting.world.witness.files.read(submissionId, id, bytes))
      )
  })

/** Sends more files than may wait, most at once. */
const hoards = Effect.fnUntraced(function* (attaching: Attaching) {
  const { act, dice } = attaching.acting
  const apart: Array<Fiber.Fiber<unknown>> = []
  for (let turn = 0; turn < 2 * fileLimits.waiting; turn++) {
    apart.push(yield* Effect.forkChild(send(attaching, `hoard ${act.number}.${turn}`)))
    if (dice.chance(0.4)) yield* Effect.sleep(dice.span(1, 2 * fileLimits.sureMillis))
  }
  yield* Effect.forEach(apart, Fiber.await, { discard: true })
})

export const attaches = Effect.fnUntraced(function* (acting: Acting) {
  const { act, dice, organisation, other } = acting
  const attaching = { acting, client: someClient(acting), form: someForm(acting) }
  const marker = (turn: number, place: number) => `${organisation.letter}${act.number}.paper${turn}.${place}`
  const count = 1 + dice.below(5)
  if (dice.chance(0.5)) yield* hoards(attaching)
  for (let turn = 0; turn < count; turn++) {
    const sent = yield* send(attaching, `paper ${act.number}.${turn}`)
    yield* Effect.sleep(dice.pick([0, dice.span(1, 30_000), dice.span(60_000, 900_000)]))
    const others = other.papers.slice(-1)
    if (sent._tag === "Answered") {
      const { id } = sent.value
      organisation.papers.push(id)
      const roll = dice.next()
      // Two that name one file; one that takes back what another files; or one alone.
      const all =
        roll < 0.3
          ? [fileIt(attaching, marker(turn, 0), id), fileIt(attaching, marker(turn, 1), id)]
          : roll < 0.5
            ? [takeBack(attaching, id), fileIt(attaching, marker(turn, 0), id)]
            : roll < 0.6
              ? []
              : [fileIt(attaching, marker(turn, 0), id)]
      const fibers = yield* Effect.forEach(all, (one) => Effect.forkChild(Effect.asVoid(one)))
      yield* Effect.forEach(fibers, Fiber.await, { discard: true })
    }
    for (const theirs of others) if (dice.chance(0.3)) yield* fileIt(attaching, marker(turn, 2), theirs)
  }
})
