/** Every service of the domain over its ports, for whoever embeds it and has no reason to choose. */
import { Layer } from "effect"
import { AuditLog } from "./audit/AuditLog.ts"
import { Audits } from "./audit/Audits.ts"
import { Documents } from "./sending/Documents.ts"
import { Firings } from "./sending/Firings.ts"
import { Secrets } from "./secrets/Secrets.ts"
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
import { Callers } from "./credentials/Callers.ts"
import { Sessions } from "./people/Sessions.ts"
import { CallCounter } from "./usage/CallCounter.ts"
import { Reports } from "./reports/Reports.ts"
import { Invitations } from "./people/Invitations.ts"
import { Organisations } from "./people/Organisations.ts"
import { Users } from "./people/Users.ts"

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
