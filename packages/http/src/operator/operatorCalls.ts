/** The calls of the installation's operator, on the port of health and metrics: one table (spec/http.md §8.8). */
import { Effect, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { OrganisationNotFound } from "@formwork/domain/callers/Refusal"
import { HostedOrganisation } from "@formwork/domain/hosting/HostedOrganisation"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import type { FoundedOrganisation } from "@formwork/domain/hosting/HostedOrganisations"
import { NewUser, OrganisationName } from "@formwork/domain/people/Organisation"
import { decoder } from "@formwork/domain/request/decoder"
import type { Json } from "@formwork/rules/Json"
import * as Query from "../endpoint/Query.ts"
import { Timestamp } from "../endpoint/Timestamp.ts"
import * as Page from "../platform/wire/Page.ts"
import { NewPassword, ShownOnce } from "../platform/wire/Wire.ts"
import type { Refusal } from "../problem/ProblemTable.ts"

/** A request of the operator, who has been authenticated. */
interface OperatorRequest {
  /** The path's `:id`; undefined where the path has none. */
  readonly id: string | undefined
  readonly url: string
  /** Reads the body. */
  readonly json: Effect.Effect<Json, Refusal>
}

export interface OperatorCall {
  readonly method: "GET" | "POST"
  readonly path: `/api/platform/operator/${string}`
  /** Whether it changes something, and so has a line in the log. */
  readonly changes: boolean
  readonly status: 200 | 201
  /** Gives the body of the answer, as JSON. */
  readonly run: (request: OperatorRequest) => Effect.Effect<unknown, Refusal, HostedOrganisations>
}

const Hosted = Schema.Struct({
  ...HostedOrganisation.fields,
  createdAt: Timestamp,
  suspendedAt: Schema.NullOr(Timestamp)
})
const encodeHosted = Schema.encodeEffect(Hosted)

const decodeCreation = decoder(
  Schema.Struct({
    name: OrganisationName,
    owner: Schema.Struct({
      email: NewUser.fields.email,
      name: Schema.optionalKey(NewUser.fields.name),
      password: Schema.optionalKey(NewPassword)
    })
  })
)

const encodeFounded = Schema.encodeEffect(
  Schema.Struct({
    organisation: Hosted,
    owner: NewUser,
    invitation: Schema.optionalKey(
      Schema.Struct({ token: ShownOnce, link: Schema.optionalKey(ShownOnce), expiresAt: Timestamp })
    )
  })
)

const answered = ({ invitation, ...founded }: FoundedOrganisation) => {
  if (invitation === undefined) return Effect.orDie(encodeFounded(founded))
  const { expiresAt, link, token } = invitation
  const shown = { token, expiresAt, ...(link === undefined ? {} : { link }) }
  return Effect.orDie(encodeFounded({ ...founded, invitation: shown }))
}

const found = Effect.fnUntraced(function* ({ json }: OperatorRequest) {
  const organisations = yield* HostedOrganisations
  const { name, owner } = yield* Effect.fromResult(decodeCreation(yield* json))
  const { email, name: person = email, password } = owner
  const founder = { email, name: person, ...(password === undefined ? {} : { password }) }
  return yield* answered(yield* organisations.found(name, founder))
})

const decodeRange = Query.decoderOf({
  name: Query.optional("Organisations of this name; case is ignored.", OrganisationName),
  ...Page.parameters(100, OrganisationId)
})

const encodePage = Schema.encodeEffect(Page.page(Hosted, OrganisationId))

const list = Effect.fnUntraced(function* ({ url }: OperatorRequest) {
  const organisations = yield* HostedOrganisations
  const { cursor, limit: asked, name } = yield* Effect.fromResult(Query.read(url, decodeRange))
  const limit = Page.limitOf(asked)
  const all = yield* organisations.list({
    limit: limit + 1,
    ...(cursor === undefined ? {} : { before: cursor }),
    ...(name === undefined ? {} : { name })
  })
  return yield* Effect.orDie(encodePage(Page.cut(all, limit, ({ id }) => id)))
})

const decodeId = Schema.decodeUnknownEffect(OrganisationId)

const decodeInvitation = decoder(Schema.Struct({ email: NewUser.fields.email }))

const invite = Effect.fnUntraced(function* ({ id, json }: OperatorRequest) {
  const organisations = yield* HostedOrganisations
  const known = yield* Effect.mapError(decodeId(id), () => new OrganisationNotFound())
  const { email } = yield* Effect.fromResult(decodeInvitation(yield* json))
  return yield* answered(yield* organisations.invite(known, email))
})

const changing = (change: "suspend" | "resume") =>
  Effect.fnUntraced(function* ({ id }: OperatorRequest) {
    const organisations = yield* HostedOrganisations
    const known = yield* Effect.mapError(decodeId(id), () => new OrganisationNotFound())
    return yield* Effect.orDie(encodeHosted(yield* organisations[change](known)))
  })

const organisations = "/api/platform/operator/organisations"

export const operatorCalls: ReadonlyArray<OperatorCall> = [
  { method: "POST", path: organisations, changes: true, status: 201, run: found },
  { method: "GET", path: organisations, changes: false, status: 200, run: list },
  { method: "POST", path: `${organisations}/:id/invitation`, changes: true, status: 201, run: invite },
  { method: "POST", path: `${organisations}/:id/suspend`, changes: true, status: 200, run: changing("suspend") },
  { method: "POST", path: `${organisations}/:id/resume`, changes: true, status: 200, run: changing("resume") }
]
