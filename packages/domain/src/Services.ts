/** Every service of the domain in one layer, for an embedder that wants them all. */
import { Effect, Layer } from "effect"
import { AuditLog } from "./audit/AuditLog.ts"
import { RefusalAudit } from "./audit/RefusalAudit.ts"
import { Callers } from "./credentials/Callers.ts"
import { Batches } from "./evaluation/Batches.ts"
import { Evaluations } from "./evaluation/Evaluations.ts"
import { Previews } from "./evaluation/Previews.ts"
import { FilingNotice } from "./filing/FilingNotice.ts"
import { Submissions } from "./filing/Submissions.ts"
import { Uploads } from "./filing/Uploads.ts"
import { Folders } from "./folders/Folders.ts"
import { Examples } from "./forms/Examples.ts"
import { FormDescriptions } from "./forms/FormDescriptions.ts"
import { Forms } from "./forms/Forms.ts"
import { LiveForms } from "./forms/LiveForms.ts"
import { HostedOrganisations } from "./hosting/HostedOrganisations.ts"
import { Impacts } from "./impact/Impacts.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { Invitations } from "./people/Invitations.ts"
import { Organisations } from "./people/Organisations.ts"
import { Sessions } from "./people/Sessions.ts"
import { Users } from "./people/Users.ts"
import { CountingAhead } from "./reports/CountingAhead.ts"
import { Reports } from "./reports/Reports.ts"
import { Secrets } from "./secrets/Secrets.ts"
import { Documents } from "./sending/Documents.ts"
import { Firings } from "./sending/Firings.ts"
import { Tables } from "./forms/Tables.ts"
import { CallCounter } from "./usage/CallCounter.ts"

/** Services that other services use. */
const shared = Layer.mergeAll(CallCounter.layer, LiveForms.layer, RefusalAudit.layer)

/** Reports hear of each submission. */
const notice = Layer.effect(
  FilingNotice,
  Effect.map(CountingAhead, ({ filed }) => filed)
).pipe(Layer.provide(CountingAhead.layer))

/** Provide an adapter's ports under it: `Services.layer.pipe(Layer.provide(Memory.layer()))`. */
export const layer = Layer.mergeAll(
  ApiKeys.layer,
  AuditLog.layer,
  Batches.layer,
  Callers.layer,
  Documents.layer,
  Evaluations.layer,
  Firings.layer,
  Folders.layer,
  Examples.layer,
  FormDescriptions.layer,
  Forms.layer,
  HostedOrganisations.layer,
  Impacts.layer,
  Invitations.layer,
  Organisations.layer,
  Previews.layer,
  Reports.layer,
  Secrets.layer,
  Sessions.layer,
  Submissions.layer.pipe(Layer.provide(notice)),
  Tables.layer,
  Uploads.layer,
  Users.layer
).pipe(Layer.provideMerge(shared))
