/** People who change what others may do, and which form is live, while clients go on. */
import { DateTime, Duration, Effect, Fiber } from "effect"
import type { Redacted } from "effect"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Forms } from "@formwork/domain/forms/Forms"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Users } from "@formwork/domain/people/Users"
import { definition } from "../orders/definition.ts"
import type { Operation } from "../world/Server.ts"
import { clientPrivileges } from "../world/Setting.ts"
import type { Client, Holder } from "../world/Setting.ts"
import type { Acting, Asking } from "../world/World.ts"
import { ask, askUntilKnown, lasting, signsIn, someClient, someForm } from "../world/World.ts"
import { attaches } from "./attaching.ts"
import { evaluate, files } from "./filing.ts"

const asOwner = <A>({ organisation }: Acting, what: string, operation: Operation<A>): Asking<A> => ({
  who: organisation.owner.name,
  what,
  token: organisation.owner.token,
  operation
})

/** Goes on with a token, also after its end. */
const goesOn = Effect.fnUntraced(function* (acting: Acting, name: string, token: Redacted.Redacted<string>) {
  const { dice } = acting
  for (let turn = 0; turn < 3; turn++) {
    yield* evaluate(acting, { name, token }, someForm(acting))
    yield* Effect.sleep(dice.span(10, 90_000))
  }
})

/** What a client does with its key meanwhile. */
const works = (acting: Acting) => (acting.dice.chance(0.3) ? attaches(acting) : files(acting))

export const publishes = Effect.fnUntraced(function* (acting: Acting) {
  const { dice } = acting
  const form = someForm(acting)
  const times = 1 + dice.below(3)
  const filing = yield* Effect.forkChild(files(acting))
  for (let turn = 0; turn < times; turn++) {
    form.factor += 1
    const next = definition(form.code, form.factor)
    const { id } = form
    yield* askUntilKnown(acting, () =>
      asOwner(acting, `save the draft of ${form.code} with factor ${form.factor}`, (caller) =>
        Forms.use((forms) => forms.saveDraft(caller, id, next))
      )
    )
    yield* askUntilKnown(acting, () =>
      asOwner(acting, `publish ${form.code}`, (caller) => Forms.use((forms) => forms.publish(caller, id)))
    )
    yield* evaluate(acting, someClient(acting), form)
    yield* Effect.sleep(dice.span(1, 60_000))
  }
  yield* Fiber.await(filing)
})

export const archives = Effect.fnUntraced(function* (acting: Acting) {
  const { dice } = acting
  const form = someForm(acting)
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `archive ${form.code}`, (caller) => Forms.use((forms) => forms.archive(caller, form.id)))
  )
  yield* evaluate(acting, someClient(acting), form)
  yield* Effect.sleep(dice.span(10, 30_000))
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `unarchive ${form.code}`, (caller) => Forms.use((forms) => forms.unarchive(caller, form.id)))
  )
})

const newKey = Effect.fnUntraced(function* (acting: Acting, client: Client, by: Holder, expiresAt?: DateTime.Utc) {
  const made = yield* askUntilKnown(acting, () => ({
    who: by.name,
    what: `make a key for ${client.name}`,
    token: by.token,
    operation: (caller) =>
      ApiKeys.use((keys) =>
        keys.create(caller, {
          name: client.name,
          privileges: clientPrivileges,
          ...(expiresAt === undefined ? {} : { expiresAt })
        })
      )
  }))
  if (made._tag !== "Answered") return
  client.token = made.value.token.text
  client.keyId = made.value.key.id
  client.chain += 1
})

export const rotates = Effect.fnUntraced(function* (acting: Acting) {
  const { dice } = acting
  const client = someClient(acting)
  const { keyId, token } = client
  const overlap = Duration.millis(dice.pick([0, 5_000, 60_000, 3_600_000]))
  const request = { overlap, name: undefined, expiresAt: undefined }
  const filing = yield* Effect.forkChild(works(acting))
  const rotated = yield* ask(
    acting,
    asOwner(acting, `rotate the key of ${client.name}, overlap ${Duration.format(overlap)}`, (caller) =>
      lasting(acting, overlap, () =>
        Effect.map(
          ApiKeys.use((keys) => keys.rotate(caller, keyId, request)),
          (rotated) => ({ ...rotated, until: rotated.replaced.revokedAt })
        )
      )
    )
  )
  if (rotated._tag === "Answered" && client.keyId === keyId) {
    client.token = rotated.value.token.text
    client.keyId = rotated.value.key.id
  }
  yield* goesOn(acting, `${client.name} with its old key`, token)
  yield* Fiber.await(filing)
})

export const revokes = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation } = acting
  const client = someClient(acting)
  const { keyId, token } = client
  const filing = yield* Effect.forkChild(works(acting))
  yield* Effect.sleep(dice.span(1, 5_000))
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `revoke the key of ${client.name}`, (caller) => ApiKeys.use((keys) => keys.revoke(caller, keyId)))
  )
  yield* goesOn(acting, `${client.name} with its revoked key`, token)
  yield* newKey(acting, client, organisation.owner)
  yield* Fiber.await(filing)
})

export const expires = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation, world } = acting
  const client: Client = { ...someClient(acting), name: "client with a key that expires" }
  const at = DateTime.makeUnsafe(world.court.timeline.nowMillis + dice.span(10_000, 300_000))
  yield* newKey(acting, client, organisation.owner, at)
  yield* goesOn(acting, client.name, client.token)
})

export const deactivates = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation } = acting
  const { admin } = organisation
  const client: Client = { ...someClient(acting), name: `client of ${admin.name}` }
  yield* newKey(acting, client, admin)
  yield* Effect.forkChild(goesOn(acting, client.name, client.token))
  yield* Effect.sleep(dice.span(1, 5_000))
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `deactivate ${admin.name}`, (caller) =>
      Users.use((users) => users.deactivate(caller, admin.userId))
    )
  )
  yield* goesOn(acting, client.name, client.token)
  yield* goesOn(acting, admin.name, admin.token)
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `reactivate ${admin.name}`, (caller) =>
      Users.use((users) => users.reactivate(caller, admin.userId))
    )
  )
  yield* signsIn(acting, admin)
})

export const deletes = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation } = acting
  const [first, ...others] = organisation.submissions
  if (first === undefined) return
  const { id, repeat } = dice.pick([first, ...others])
  yield* askUntilKnown(acting, () =>
    asOwner(acting, `delete ${id}`, (caller) =>
      Submissions.use((submissions) => submissions.remove(caller, id, "The customer asked for it."))
    )
  )
  yield* repeat
})
