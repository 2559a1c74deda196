/**
 * The app API: everything under /api/platform but the versioned surface (spec/service.md §9.5; spec/http.md §8.3).
 * It has the same credentials and checks as v1, but may change. A resource is a file in a folder beside this one, and a line here.
 */
import { Effect } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import type { Route } from "../endpoint/RouteTable.ts"
import * as OpenApiDocument from "../openapi/openApiDocument.ts"
import { audit } from "./audit/audit.ts"
import { effects } from "./effects/effects.ts"
import { folders } from "./folders/folders.ts"
import { drafts } from "./forms/drafts.ts"
import { examples } from "./forms/examples.ts"
import { forms } from "./forms/forms.ts"
import { impact } from "./forms/impact.ts"
import { versions } from "./forms/versions.ts"
import { keys } from "./keys/keys.ts"
import { OperationIds } from "./keys/OperationIds.ts"
import { leakedTokens } from "./keys/leakedTokens.ts"
import { organisation } from "./organisation/organisation.ts"
import { secrets } from "./organisation/secrets.ts"
import { grants } from "./people/grants.ts"
import { invitations } from "./people/invitations.ts"
import { me } from "./people/me.ts"
import { sessions } from "./people/sessions.ts"
import { users } from "./people/users.ts"
import { DocumentText, openapi } from "./platformDocument.ts"
import { reports } from "./reports/reports.ts"
import { documents } from "./submissions/documents.ts"
import { files } from "./submissions/files.ts"
import { tables } from "./tables/tables.ts"
import * as V1 from "../v1/Api.ts"
import { submissions } from "./submissions/submissions.ts"

/** The resources, by the names that clients see. */
const resources = [
  audit,
  documents,
  drafts,
  examples,
  effects,
  files,
  folders,
  forms,
  grants,
  impact,
  invitations,
  keys,
  leakedTokens,
  me,
  openapi,
  organisation,
  reports,
  secrets,
  sessions,
  submissions,
  tables,
  users,
  versions
] as const

const [first, ...others] = resources

export const Platform = HttpApi.make("platform")
  .add(first.group, ...others.map(({ group }) => group))
  .annotateMerge(
    OpenApi.annotations({
      title: "Formwork app API",
      version: "unversioned",
      description:
        "The API of the app. It changes with the app; integrations use the versioned API, documented at /v3/api-docs."
    })
  )

/** The OpenAPI document, as `GET /api/platform/openapi.json` answers it. */
export const document = (): OpenApi.OpenAPISpec => OpenApiDocument.complete(OpenApi.fromApi(Platform))

const operationIdsIn = ({ paths }: OpenApi.OpenAPISpec): ReadonlyArray<string> =>
  Object.values(paths).flatMap((item) =>
    [item.get, item.post, item.put, item.patch, item.delete].flatMap((operation) =>
      operation === undefined ? [] : [operation.operationId]
    )
  )

/** Builds the routes; takes the services of every resource. */
export const routes = Effect.all(resources.map(({ routes }) => routes)).pipe(
  Effect.map((routes): ReadonlyArray<Route> => routes.flat()),
  Effect.provideServiceEffect(
    OperationIds,
    Effect.sync(
      () => new Set([...operationIdsIn(OpenApi.fromApi(Platform)), ...operationIdsIn(OpenApi.fromApi(V1.Api))])
    )
  ),
  Effect.provideServiceEffect(
    DocumentText,
    Effect.sync(() => JSON.stringify(document()))
  )
)
