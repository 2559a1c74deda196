/** Every law of every port. An adapter's whole test file is one call: `contract("postgres", actual(layer))` (README.md). */
import type { operatorPorts, requestPorts, senderPorts } from "@formwork/domain/Ports"
import * as Audit from "./audit/audit.ts"
import * as AuditFilter from "./audit/auditFilter.ts"
import * as Admissions from "./credentials/admissions.ts"
import * as Accounts from "./credentials/accounts.ts"
import * as ChangeEffects from "./filing/changeEffects.ts"
import * as Changes from "./filing/changes.ts"
import * as Deletions from "./filing/deletions.ts"
import * as ListParts from "./filing/listParts.ts"
import * as Lists from "./filing/lists.ts"
import * as Submissions from "./filing/submissions.ts"
import * as Uploads from "./filing/uploads.ts"
import * as WaitingUploads from "./filing/waitingUploads.ts"
import * as Workflow from "./filing/workflow.ts"
import * as Folders from "./folders/folders.ts"
import * as Authorship from "./forms/authorship.ts"
import * as Ensuring from "./forms/ensuring.ts"
import * as Examples from "./forms/examples.ts"
import * as FormChanges from "./forms/formChanges.ts"
import * as Forms from "./forms/forms.ts"
import * as Founding from "./hosting/founding.ts"
import * as Suspension from "./hosting/suspension.ts"
import * as Impacts from "./impact/impacts.ts"
import * as Keys from "./keys/keys.ts"
import * as Descent from "./keys/descent.ts"
import * as Limits from "./keys/limits.ts"
import * as Makers from "./keys/makers.ts"
import * as Names from "./keys/names.ts"
import * as Reach from "./keys/reach.ts"
import * as Rotation from "./keys/rotation.ts"
import * as Confirmations from "./people/confirmations.ts"
import * as Invitations from "./people/invitations.ts"
import * as Organisation from "./people/organisation.ts"
import * as OwnSessions from "./people/ownSessions.ts"
import * as Sessions from "./people/sessions.ts"
import * as SignInChoices from "./people/signInChoices.ts"
import * as SignInPlaces from "./people/signInPlaces.ts"
import * as Authority from "./people/authority.ts"
import * as UserViews from "./people/userViews.ts"
import * as Users from "./people/users.ts"
import * as Overview from "./reports/overview.ts"
import * as ReportChanges from "./reports/reportChanges.ts"
import * as Reports from "./reports/reports.ts"
import * as Usage from "./reports/usage.ts"
import * as Secrets from "./secrets/secrets.ts"
import * as Attachments from "./sending/attachments.ts"
import * as Documents from "./sending/documents.ts"
import * as FiringFilters from "./sending/firingFilters.ts"
import * as Firings from "./sending/firings.ts"
import * as Outbox from "./sending/outbox.ts"
import * as Turns from "./sending/turns.ts"
import * as LookupTables from "./tables/tables.ts"
import type { Subject } from "./Subject.ts"
import type { It } from "./suite.ts"

interface Suite {
  readonly contract: <E>(name: string, subject: Subject<E>) => void
}

/** A suite that begins with the example of its port, which shows in about ten lines what the port is for. */
interface Opening extends Suite {
  readonly example: (it: It) => void
}

export type PortName = keyof typeof requestPorts | keyof typeof senderPorts | keyof typeof operatorPorts

/** The laws of each port. The suite with its example comes first. A suite about several ports is listed at each of them. */
const laws: { readonly [P in PortName]: readonly [Opening, ...ReadonlyArray<Suite>] } = {
  Admissions: [Admissions, Keys],
  ApiKeyStore: [Keys, Rotation, Limits, Makers, Reach, Descent, Names],
  AuditStore: [Audit, AuditFilter, Names],
  CredentialStore: [Accounts, Confirmations],
  DocumentArchive: [Documents, Reach],
  FiringStore: [Firings, FiringFilters, Attachments, Reach],
  FolderStore: [Folders, Reach],
  FormStore: [Forms, FormChanges, Authorship, Examples, Ensuring, Reach],
  ImpactStore: [Impacts, Reach],
  InvitationStore: [Invitations, UserViews, Authority],
  OrganisationStore: [Organisation, Founding.first],
  ReportStore: [Reports, ReportChanges, Overview, Reach],
  SecretStore: [Secrets],
  SessionStore: [Sessions, OwnSessions, Confirmations, SignInChoices, SignInPlaces, Accounts],
  SubmissionDeletionStore: [Deletions, Reach],
  SubmissionListStore: [Lists, ListParts, Reach],
  SubmissionStore: [Submissions, Changes, ChangeEffects, Workflow, Reach],
  TableStore: [LookupTables],
  UploadStore: [Uploads, WaitingUploads],
  UsageStore: [Usage],
  UserStore: [Users, UserViews, Authority, Accounts],
  DocumentStore: [Documents],
  Outbox: [Outbox, Turns, Attachments, Secrets],
  HostedOrganisationStore: [Founding, Suspension, Ensuring]
}

/** Registers the tests of all ports under `name`. Each suite builds the layer anew. */
export const contract = <E>(name: string, subject: Subject<E>): void => {
  for (const suite of new Set(Object.values(laws).flat())) suite.contract(name, subject)
}

/** Registers the tests of one port under `name`. Its laws use other ports too, so the subject gives all of them. */
export const contractOf = <E>(port: PortName, name: string, subject: Subject<E>): void => {
  for (const suite of laws[port]) suite.contract(name, subject)
}
