/** The organisation itself. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { OrganisationName, OrganisationRecord } from "@formwork/domain/people/Organisation"
import { Organisations } from "@formwork/domain/people/Organisations"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"

const Wired = Schema.Struct({ ...OrganisationRecord.fields, createdAt: Timestamp }).annotate({
  identifier: "OrganisationRecord",
  description: "The organisation; `edition` grows by 1 at each change of it."
})
const tagged = HttpApiSchema.WithHeaders(Wired, { etag: Schema.String })

const OrganisationChange = Schema.Struct({ name: OrganisationName }).annotate({ identifier: "OrganisationChange" })

const get = HttpApiEndpoint.get("get", "/api/platform/organisation", {
  success: tagged,
  error: refusals("any credential")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "The organisation that the credential is of" }))

const change = HttpApiEndpoint.patch("change", "/api/platform/organisation", {
  headers: IfMatch.header,
  payload: OrganisationChange,
  success: tagged,
  error: refusals("organisation:write", ...bodyRefusals, "OrganisationStale")
})
  .annotateMerge(needs("organisation:write"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(OpenApi.annotations({ summary: "Change the organisation" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("organisation")
    .annotateMerge(OpenApi.annotations({ description: "The organisation itself." }))
    .add(get, change)
    .middleware(Guard)
)

const organisationChange = Payload.decoder(OrganisationChange)

const withTag = (organisation: OrganisationRecord) =>
  HttpApiSchema.withHeaders({ body: organisation, headers: { etag: IfMatch.tag(organisation.edition) } })

export const layer = HttpApiBuilder.group(
  api,
  "organisation",
  Effect.fnUntraced(function* (endpoints) {
    const organisations = yield* Organisations
    const edit = Effect.fnUntraced(function* (ifMatch: string | undefined) {
      const edition = yield* IfMatch.read(ifMatch)
      const { name } = yield* Payload.read(organisationChange)
      return withTag(yield* organisations.rename(yield* CurrentCaller, edition, name))
    })
    return endpoints
      .handle("get", () => Effect.flatMap(CurrentCaller, organisations.get).pipe(Effect.map(withTag)))
      .handleRaw("change", ({ headers }) => ProblemDetails.answering(edit(headers["if-match"])))
  })
)
