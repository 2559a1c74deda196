/** Every law of every port. An adapter's whole test file is one call: `contract("postgres", actual(layer))`. */
import * as Admissions from "./admissions.ts"
import * as Audit from "./audit.ts"
import * as AuditFilter from "./auditFilter.ts"
import * as Changes from "./changes.ts"
import * as Door from "./door.ts"
import * as Deletions from "./deletions.ts"
import * as Documents from "./documents.ts"
import * as Firings from "./firings.ts"
import * as Folders from "./folders.ts"
import * as FormChanges from "./formChanges.ts"
import * as Forms from "./forms.ts"
import * as Invitations from "./invitations.ts"
import * as Impacts from "./impacts.ts"
import * as Keys from "./keys.ts"
import * as Lists from "./lists.ts"
import * as Organisation from "./organisation.ts"
import * as Outbox from "./outbox.ts"
import * as Reports from "./reports.ts"
import * as Rotation from "./rotation.ts"
import * as Secrets from "./secrets.ts"
import * as Sessions from "./sessions.ts"
import type { Subject } from "./Subject.ts"
import * as Submissions from "./submissions.ts"
import * as Usage from "./usage.ts"
import * as Users from "./users.ts"
import * as Workflow from "./workflow.ts"

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
