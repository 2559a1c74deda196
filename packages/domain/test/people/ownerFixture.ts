/** An organisation whose owner can sign in, over every service in memory. */
import { Effect, Exit, Layer, Redacted, Result } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

export const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

export const password = Redacted.make("correct horse battery")
export const nowhere = ApiKeyId.make("01890000-0000-7000-8000-000000000000")
export const request = { name: "Web", privileges: [] }

export const setting = Effect.gen(function* () {
  const email = "edith@ashworth.example"
  const { organisation, owner } = yield* Organisations.use((all) =>
    all.found("Ashworth", { email, name: "Edith", password })
  )
  const operator = Caller.operator(organisation.id, owner.id)
  const tenant = (yield* Tables).tenants.get(organisation.id)
  if (tenant === undefined) return yield* Effect.die(new Error("no tenant"))
  return { email, operator, organisationId: organisation.id, owner, tenant }
})

export const authenticate = (secret: Redacted.Redacted<string>) =>
  Callers.use((callers) => callers.authenticate(secret))

/** The refusal of an effect, or the message of its defect. */
export const refusal = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(work), (exit) => {
    if (Exit.isSuccess(exit)) return "nothing"
    const error = Exit.findErrorOption(exit)
    if (error._tag === "Some") return error.value
    const defect = Exit.findDefect(exit)
    return Result.isSuccess(defect) && defect.success instanceof Error ? defect.success.message : "neither"
  })

export const tag = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(refusal(work), (found) => (typeof found === "string" ? found : found._tag))
