/** Every service of the domain over its ports, for whoever embeds it and has no reason to choose. */
import { Layer } from "effect"
import { AuditLog } from "./audit/AuditLog.ts"
import { Audits } from "./audit/Audits.ts"
import { Documents } from "./effects/Documents.ts"
import { Firings } from "./effects/Firings.ts"
import { Secrets } from "./effects/Secrets.ts"
import { Evaluations } from "./evaluation/Evaluations.ts"
import { Filings } from "./filing/Filings.ts"
import { SubmissionDeletions } from "./filing/SubmissionDeletions.ts"
import { SubmissionLists } from "./filing/SubmissionLists.ts"
import { Submissions } from "./filing/Submissions.ts"
import { Folders } from "./folders/Folders.ts"
import { Descriptions } from "./forms/Descriptions.ts"
import { Forms } from "./forms/Forms.ts"
import { LiveForms } from "./forms/LiveForms.ts"
import { Impacts } from "./impact/Impacts.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { Callers } from "./keys/Callers.ts"
import { Sessions } from "./keys/Sessions.ts"
import { CallCounter } from "./reports/CallCounter.ts"
import { Reports } from "./reports/Reports.ts"
import { Invitations } from "./organisations/Invitations.ts"
import { Organisations } from "./organisations/Organisations.ts"
import { Users } from "./organisations/Users.ts"

/** Provide an adapter's ports under it: `Services.layer.pipe(Layer.provide(Memory.layer()))`. */
export const layer = Layer.mergeAll(
  Evaluations.layer,
  Filings.layer,
  Submissions.layer,
  SubmissionLists.layer,
  SubmissionDeletions.layer,
  Reports.layer,
  Forms.layer,
  Folders.layer,
  Descriptions.layer,
  Impacts.layer,
  Firings.layer,
  Documents.layer,
  Secrets.layer,
  ApiKeys.layer,
  Callers.layer,
  Sessions.layer,
  Users.layer,
  Invitations.layer,
  AuditLog.layer,
  Organisations.layer
).pipe(Layer.provideMerge(CallCounter.layer), Layer.provideMerge(Audits.layer), Layer.provideMerge(LiveForms.layer))
