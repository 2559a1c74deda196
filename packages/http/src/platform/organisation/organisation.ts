/** The organisation itself. */
import { Effect, Schema } from "effect"
import { OrganisationName, OrganisationRecord } from "@formwork/domain/people/Organisation"
import { Organisations } from "@formwork/domain/people/Organisations"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { resource } from "../../endpoint/Resource.ts"
import { tagged } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"

const Wired = Schema.Struct({ ...OrganisationRecord.fields, createdAt: Timestamp }).annotate({
  identifier: "OrganisationRecord",
  description: "The organisation; `edition` grows by 1 at each change of it."
})

const OrganisationChange = Schema.Struct({ name: OrganisationName }).annotate({ identifier: "OrganisationChange" })

const withTag = (organisation: OrganisationRecord) => ({
  body: organisation,
  headers: { etag: IfMatch.tag(organisation.edition) }
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/organisation",
  summary: "The organisation of the credential",
  needs: "any credential",
  success: tagged(Wired),
  handle: ({ caller }) => Organisations.use((organisations) => Effect.map(organisations.get(caller), withTag))
})

const update = endpoint({
  name: "update",
  method: "PATCH",
  path: "/api/platform/organisation",
  summary: "Change the organisation",
  needs: "organisation:write",
  headers: IfMatch.header,
  body: OrganisationChange,
  success: tagged(Wired),
  refuses: ["OrganisationStale"],
  handle: Effect.fnUntraced(function* ({ body, caller, headers }) {
    const organisations = yield* Organisations
    const edition = yield* IfMatch.read(headers)
    const { name } = yield* body
    return withTag(yield* organisations.rename(caller, edition, name))
  })
})

export const organisation = resource("organisation", "The organisation itself.", get, update)
