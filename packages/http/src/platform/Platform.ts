/**
 * The app API: everything that the versioned surface is not, under /api/platform (service.md, Versioning 5; contract.md §8).
 * Same credentials, same checks, no promise about tomorrow. A resource is a file of its own beside this one.
 */
import { Layer } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import * as Document from "../Document.ts"
import * as Audit from "./Audit.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as Description from "./Description.ts"
import * as Folders from "./Folders.ts"
import * as FormDrafts from "./FormDrafts.ts"
import * as Forms from "./Forms.ts"
import * as FormDescriptions from "./FormDescriptions.ts"
import * as FormVersions from "./FormVersions.ts"
import * as Documents from "./Documents.ts"
import * as Effects from "./Effects.ts"
import * as Grants from "./Grants.ts"
import * as Invitations from "./Invitations.ts"
import * as Impact from "./Impact.ts"
import * as KeyUsage from "./KeyUsage.ts"
import * as LeakedTokens from "./LeakedTokens.ts"
import * as Me from "./Me.ts"
import * as Reports from "./Reports.ts"
import * as Organisation from "./Organisation.ts"
import * as Secrets from "./Secrets.ts"
import * as Sessions from "./Sessions.ts"
import * as SubmissionDeletions from "./SubmissionDeletions.ts"
import * as SubmissionExport from "./SubmissionExport.ts"
import * as SubmissionLists from "./SubmissionLists.ts"
import * as Submissions from "./Submissions.ts"
import * as Users from "./Users.ts"

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
export const document = (): OpenApi.OpenAPISpec => Document.complete(OpenApi.fromApi(Platform))

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
