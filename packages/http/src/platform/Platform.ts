/**
 * The app API: everything that the versioned surface is not, under /api/platform (service.md, Versioning 5; contract.md §8).
 * Same credentials, same checks, no promise about tomorrow. A resource is a file of its own beside this one.
 */
import { Layer } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import * as OpenApiDocument from "../openapi/openApiDocument.ts"
import * as Audit from "./audit/Audit.ts"
import * as ApiKeys from "./keys/ApiKeys.ts"
import * as Description from "./Description.ts"
import * as Folders from "./folders/Folders.ts"
import * as FormDrafts from "./forms/FormDrafts.ts"
import * as Forms from "./forms/Forms.ts"
import * as FormDescriptions from "./forms/FormDescriptions.ts"
import * as FormVersions from "./forms/FormVersions.ts"
import * as Documents from "./submissions/Documents.ts"
import * as Effects from "./effects/Effects.ts"
import * as Grants from "./people/Grants.ts"
import * as Invitations from "./people/Invitations.ts"
import * as Impact from "./forms/Impact.ts"
import * as KeyUsage from "./keys/KeyUsage.ts"
import * as LeakedTokens from "./keys/LeakedTokens.ts"
import * as Me from "./people/Me.ts"
import * as Reports from "./reports/Reports.ts"
import * as Organisation from "./organisation/Organisation.ts"
import * as Secrets from "./organisation/Secrets.ts"
import * as Sessions from "./people/Sessions.ts"
import * as SubmissionDeletions from "./submissions/SubmissionDeletions.ts"
import * as SubmissionExport from "./submissions/SubmissionExport.ts"
import * as SubmissionLists from "./submissions/SubmissionLists.ts"
import * as Submissions from "./submissions/Submissions.ts"
import * as Users from "./people/Users.ts"

export const Platform = HttpApi.make("platform")
  .addHttpApi(Sessions.api)
  .addHttpApi(Me.api)
  .addHttpApi(ApiKeys.api)
  .addHttpApi(KeyUsage.api)
  .addHttpApi(Organisation.api)
  .addHttpApi(Users.api)
  .addHttpApi(Invitations.api)
  .addHttpApi(Grants.api)
  .addHttpApi(Audit.api)
  .addHttpApi(SubmissionLists.api)
  .addHttpApi(SubmissionExport.api)
  .addHttpApi(Submissions.api)
  .addHttpApi(SubmissionDeletions.api)
  .addHttpApi(Folders.api)
  .addHttpApi(Forms.api)
  .addHttpApi(FormDrafts.api)
  .addHttpApi(FormVersions.api)
  .addHttpApi(FormDescriptions.api)
  .addHttpApi(Reports.api)
  .addHttpApi(Impact.api)
  .addHttpApi(Effects.api)
  .addHttpApi(Documents.api)
  .addHttpApi(Secrets.api)
  .addHttpApi(LeakedTokens.api)
  .addHttpApi(Description.api)
  .annotateMerge(
    OpenApi.annotations({
      title: "Formwork app API",
      version: "unversioned",
      description:
        "What the app itself uses: it changes when the app does. Integrations meant to last use the versioned surface, at /v3/api-docs."
    })
  )

/** The OpenAPI document, as `GET /api/platform/openapi.json` answers it. */
export const document = (): OpenApi.OpenAPISpec => OpenApiDocument.complete(OpenApi.fromApi(Platform))

const text = Layer.sync(Description.DocumentText, () => JSON.stringify(document()))

export const layer = Layer.mergeAll(
  Sessions.layer,
  Me.layer,
  ApiKeys.layer,
  KeyUsage.layer,
  Organisation.layer,
  Users.layer,
  SubmissionLists.layer,
  SubmissionExport.layer,
  SubmissionDeletions.layer,
  Invitations.layer,
  Grants.layer,
  Audit.layer,
  Submissions.layer,
  Folders.layer,
  Forms.layer,
  FormDrafts.layer,
  Reports.layer,
  FormVersions.layer,
  FormDescriptions.layer,
  Impact.layer,
  Effects.layer,
  Documents.layer,
  Secrets.layer,
  LeakedTokens.layer,
  Description.layer.pipe(Layer.provide(text))
)
