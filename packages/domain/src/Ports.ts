/**
 * Every port that an adapter provides, listed once. Adapters and the contract derive their types from these records:
 * a new port compiles only when each adapter provides it and the contract has laws for it.
 */
import { AuditStore } from "./audit/AuditStore.ts"
import { Admissions } from "./credentials/Admissions.ts"
import { CredentialStore } from "./credentials/CredentialStore.ts"
import { SubmissionDeletionStore } from "./filing/SubmissionDeletionStore.ts"
import { SubmissionListStore } from "./filing/SubmissionListStore.ts"
import { SubmissionStore } from "./filing/SubmissionStore.ts"
import { UploadStore } from "./filing/UploadStore.ts"
import { FolderStore } from "./folders/FolderStore.ts"
import { FormStore } from "./forms/FormStore.ts"
import { HostedOrganisationStore } from "./hosting/HostedOrganisationStore.ts"
import { ImpactStore } from "./impact/ImpactStore.ts"
import { ApiKeyStore } from "./keys/ApiKeyStore.ts"
import { InvitationStore } from "./people/InvitationStore.ts"
import { OrganisationStore } from "./people/OrganisationStore.ts"
import { SessionStore } from "./people/SessionStore.ts"
import { UserStore } from "./people/UserStore.ts"
import { ReportStore } from "./reports/ReportStore.ts"
import { SecretStore } from "./secrets/SecretStore.ts"
import { DocumentArchive } from "./sending/DocumentArchive.ts"
import { DocumentStore } from "./sending/DocumentStore.ts"
import { FiringStore } from "./sending/FiringStore.ts"
import { Outbox } from "./sending/Outbox.ts"
import { TableStore } from "./tables/TableStore.ts"
import { UsageStore } from "./usage/UsageStore.ts"

/** Ports for answering requests, each within one organisation. */
export const requestPorts = {
  Admissions,
  ApiKeyStore,
  AuditStore,
  CredentialStore,
  DocumentArchive,
  FiringStore,
  FolderStore,
  FormStore,
  ImpactStore,
  InvitationStore,
  OrganisationStore,
  ReportStore,
  SecretStore,
  SessionStore,
  SubmissionDeletionStore,
  SubmissionListStore,
  SubmissionStore,
  TableStore,
  UploadStore,
  UsageStore,
  UserStore
}

/** Ports for sending effects, across organisations. */
export const senderPorts = {
  DocumentStore,
  Outbox
}

/** Ports for the operator of the installation, across organisations. */
export const operatorPorts = {
  HostedOrganisationStore
}

type Provided<P extends Readonly<Record<string, { readonly Identifier: unknown }>>> = P[keyof P]["Identifier"]

export type RequestPorts = Provided<typeof requestPorts>
export type SenderPorts = Provided<typeof senderPorts>
export type OperatorPorts = Provided<typeof operatorPorts>
