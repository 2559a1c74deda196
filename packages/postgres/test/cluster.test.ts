/**
 * The laws of the ports on a coordinator and two nodes with Citus (src/testing/CitusServers.ts): all but those of sending, which does not
 * run there yet. Skipped, with a line, on a machine without Citus, and outside of CI unless `TEST_CITUS=1`.
 */
import { it } from "@effect/vitest"
import * as Audit from "@formwork/contract/audit/audit"
import * as AuditFilter from "@formwork/contract/audit/auditFilter"
import * as Admissions from "@formwork/contract/credentials/admissions"
import * as Accounts from "@formwork/contract/credentials/accounts"
import * as Changes from "@formwork/contract/filing/changes"
import * as Deletions from "@formwork/contract/filing/deletions"
import * as ListParts from "@formwork/contract/filing/listParts"
import * as Lists from "@formwork/contract/filing/lists"
import * as Submissions from "@formwork/contract/filing/submissions"
import * as Uploads from "@formwork/contract/filing/uploads"
import * as WaitingUploads from "@formwork/contract/filing/waitingUploads"
import * as Workflow from "@formwork/contract/filing/workflow"
import * as Folders from "@formwork/contract/folders/folders"
import * as Authorship from "@formwork/contract/forms/authorship"
import * as Ensuring from "@formwork/contract/forms/ensuring"
import * as Examples from "@formwork/contract/forms/examples"
import * as FormChanges from "@formwork/contract/forms/formChanges"
import * as Forms from "@formwork/contract/forms/forms"
import * as Founding from "@formwork/contract/hosting/founding"
import * as Suspension from "@formwork/contract/hosting/suspension"
import * as Impacts from "@formwork/contract/impact/impacts"
import * as Keys from "@formwork/contract/keys/keys"
import * as Descent from "@formwork/contract/keys/descent"
import * as Limits from "@formwork/contract/keys/limits"
import * as Makers from "@formwork/contract/keys/makers"
import * as Names from "@formwork/contract/keys/names"
import * as Reach from "@formwork/contract/keys/reach"
import * as Rotation from "@formwork/contract/keys/rotation"
import * as Confirmations from "@formwork/contract/people/confirmations"
import * as Invitations from "@formwork/contract/people/invitations"
import * as Organisation from "@formwork/contract/people/organisation"
import * as OwnSessions from "@formwork/contract/people/ownSessions"
import * as Sessions from "@formwork/contract/people/sessions"
import * as SignInChoices from "@formwork/contract/people/signInChoices"
import * as SignInPlaces from "@formwork/contract/people/signInPlaces"
import * as Authority from "@formwork/contract/people/authority"
import * as UserViews from "@formwork/contract/people/userViews"
import * as Users from "@formwork/contract/people/users"
import * as Overview from "@formwork/contract/reports/overview"
import * as ReportChanges from "@formwork/contract/reports/reportChanges"
import * as Reports from "@formwork/contract/reports/reports"
import * as Usage from "@formwork/contract/reports/usage"
import * as Secrets from "@formwork/contract/secrets/secrets"
import * as LookupTables from "@formwork/contract/tables/tables"
import { actual } from "@formwork/contract/Subject"
import * as CitusServers from "../src/testing/CitusServers.ts"
import { ports } from "./Subject.ts"

const suites = [
  Audit,
  AuditFilter,
  Admissions,
  Accounts,
  Changes,
  Deletions,
  ListParts,
  Lists,
  Submissions,
  Uploads,
  WaitingUploads,
  Workflow,
  Folders,
  Authorship,
  Ensuring,
  Examples,
  FormChanges,
  Forms,
  Suspension,
  Impacts,
  Keys,
  Descent,
  Limits,
  Makers,
  Names,
  Reach,
  Rotation,
  Confirmations,
  Invitations,
  Organisation,
  OwnSessions,
  Sessions,
  SignInChoices,
  SignInPlaces,
  Authority,
  UserViews,
  Users,
  Overview,
  ReportChanges,
  Reports,
  Usage,
  Secrets,
  LookupTables,
  Founding.first,
  Founding
]

const absent = await CitusServers.absent()
const isAsked = process.env["TEST_CITUS"] === "1"

if (absent !== undefined || !isAsked) {
  it.skip(absent ?? "The laws of the ports on a cluster run with TEST_CITUS=1: they take minutes.", () => {})
} else {
  const subject = actual((quota) => ports(CitusServers.layer, quota))
  for (const suite of suites) suite.contract("cluster", subject)
}
