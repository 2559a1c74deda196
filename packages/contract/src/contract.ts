/** Every law of every port. An adapter's whole test file is one call: `contract("postgres", actual(layer))`. */
import * as Admissions from "./credentials/admissions.ts"
import * as Audit from "./audit/audit.ts"
import * as AuditFilter from "./audit/auditFilter.ts"
import * as Changes from "./filing/changes.ts"
import * as Door from "./credentials/door.ts"
import * as Deletions from "./filing/deletions.ts"
import * as Documents from "./sending/documents.ts"
import * as Firings from "./sending/firings.ts"
import * as Folders from "./folders/folders.ts"
import * as FormChanges from "./forms/formChanges.ts"
import * as Forms from "./forms/forms.ts"
import * as Invitations from "./people/invitations.ts"
import * as Impacts from "./impact/impacts.ts"
import * as Keys from "./keys/keys.ts"
import * as Lists from "./filing/lists.ts"
import * as Organisation from "./people/organisation.ts"
import * as Outbox from "./sending/outbox.ts"
import * as Reports from "./reports/reports.ts"
import * as Rotation from "./keys/rotation.ts"
import * as Secrets from "./secrets/secrets.ts"
import * as Sessions from "./people/sessions.ts"
import type { Subject } from "./Subject.ts"
import * as Submissions from "./filing/submissions.ts"
import * as Usage from "./reports/usage.ts"
import * as Users from "./people/users.ts"
import * as Workflow from "./filing/workflow.ts"

/** Registers the tests of all ports under `name`. Each suite builds the layer anew. */
export const contract = <E>(name: string, subject: Subject<E>): void => {
  Keys.contract(name, subject)
  Rotation.contract(name, subject)
  Sessions.contract(name, subject)
  Organisation.contract(name, subject)
  Users.contract(name, subject)
  Invitations.contract(name, subject)
  Audit.contract(name, subject)
  AuditFilter.contract(name, subject)
  Door.contract(name, subject)
  Admissions.contract(name, subject)
  Folders.contract(name, subject)
  Forms.contract(name, subject)
  FormChanges.contract(name, subject)
  Submissions.contract(name, subject)
  Changes.contract(name, subject)
  Workflow.contract(name, subject)
  Lists.contract(name, subject)
  Deletions.contract(name, subject)
  Reports.contract(name, subject)
  Usage.contract(name, subject)
  Outbox.contract(name, subject)
  Firings.contract(name, subject)
  Secrets.contract(name, subject)
  Documents.contract(name, subject)
  Impacts.contract(name, subject)
}
