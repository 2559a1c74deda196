/**
 * Looks at the steps of ports, right after each, and compares what the port answered with what a small model of its own allows. It never
 * asks the store what is right.
 */
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Claim } from "@formwork/domain/sending/Outbox"
import type { Tables } from "@formwork/memory/Tables"
import type { Plan } from "../Plan.ts"
import { due } from "../orders/definition.ts"
import type { Ports } from "../store/Ports.ts"
import { Budgets } from "./Budgets.ts"
import type { Court } from "./Court.ts"
import { Credentials } from "./Credentials.ts"
import { Files } from "./Files.ts"
import { Ledger } from "./Ledger.ts"
import { Owners } from "./Owners.ts"
import { Secrets } from "./Secrets.ts"
import { Sending } from "./Sending.ts"
import { Versions } from "./Versions.ts"

export interface Witness {
  readonly court: Court
  readonly budgets: Budgets
  readonly credentials: Credentials
  readonly files: Files
  readonly ledger: Ledger
  readonly owners: Owners
  readonly secrets: Secrets
  readonly sending: Sending
  readonly versions: Versions
  readonly tables: Tables["Service"]
}

export const witness = (court: Court, tables: Tables["Service"], plan: Plan): Witness => {
  const credentials = new Credentials(court)
  return {
    court,
    credentials,
    tables,
    budgets: new Budgets(court, plan.quota),
    files: new Files(court, credentials, tables),
    ledger: new Ledger(court, credentials, tables),
    owners: new Owners(court),
    secrets: new Secrets(court),
    sending: new Sending(court, plan),
    versions: new Versions(court)
  }
}

/** The same step; `seen` looks at what it gave, in the same instant. */
const seeing = <A, E>(step: Effect.Effect<A, E>, seen: (value: A) => void): Effect.Effect<A, E> =>
  Effect.map(step, (value) => {
    seen(value)
    return value
  })

const admissions = ({ budgets, credentials }: Witness, port: Ports["Admissions"]): Ports["Admissions"] => ({
  admit: (token) => {
    const credential = { kind: token.kind, id: token.credentialId }
    const own = credentials.requestsPerMinute(credential.id)
    return seeing(port.admit(token), ({ budget, caller }) => {
      credentials.used(caller.credential, "it was admitted")
      budgets.admitted(caller.credential.id, own, budget.left)
    }).pipe(
      Effect.tapError((refusal) =>
        Effect.sync(() => {
          if (refusal._tag === "RateLimited") budgets.refused(credential.id, own)
          else credentials.refused(credential, "the request was refused: Unauthenticated")
        })
      )
    )
  }
})

const submissions = (witness: Witness, port: Ports["SubmissionStore"]): Ports["SubmissionStore"] => {
  const { credentials, files, ledger, owners, sending, tables, versions } = witness
  const ended = (caller: Caller) => credentials.refused(caller.credential, "a change was refused: Unauthenticated")
  return {
    ...port,
    file: (caller, filing) =>
      seeing(port.file(caller, filing), (filed) => {
        if (filed._tag === "Replayed") ledger.replayed(caller, filing, filed.submission)
        if (filed._tag === "UploadsTaken") files.notTaken(filing.submission.formId, filing.uploads)
        if (filed._tag !== "Filed") return
        const { submission } = filed
        const { calculatedData, data, formId, formVersionId, id } = submission
        credentials.used(caller.credential, `submission ${id} was stored`)
        ledger.filed(caller, filing, submission)
        files.taken(caller, formId, id, filing.uploads)
        owners.owns(caller.organisationId, id)
        versions.stored(formId, formVersionId, data["amount"], calculatedData["total"])
        const tenant = tables.tenants.get(caller.organisationId)
        const on = submission.workflowState === "draft" ? "draft_saved" : "filed"
        if (tenant !== undefined) sending.fired(tenant, submission, due(on, data))
      }).pipe(
        Effect.tapError((refusal) =>
          Effect.sync(() => {
            if (refusal._tag === "IdempotencyMismatch") ledger.mismatched(caller, filing)
            if (refusal._tag === "Unauthenticated") ended(caller)
          })
        )
      ),
    change: (caller, change) =>
      seeing(port.change(caller, change), (changed) => {
        if (changed._tag !== "Changed") return
        const tenant = tables.tenants.get(caller.organisationId)
        const submission = tenant?.submissions.get(change.id)?.submission
        credentials.used(caller.credential, `submission ${change.id} was changed`)
        ledger.changed(caller, change, changed.revision)
        if (tenant === undefined || submission === undefined || change.content === undefined) return
        files.taken(caller, submission.formId, change.id, change.uploads)
        const { calculatedData, data, formVersionId } = change.content
        versions.stored(submission.formId, formVersionId, data["amount"], calculatedData["total"])
        const on = change.action === "submission.saved" ? "draft_saved" : "filed"
        sending.fired(tenant, submission, due(on, data))
      })
  }
}

const keys = ({ credentials, owners }: Witness, port: Ports["ApiKeyStore"]): Ports["ApiKeyStore"] => ({
  ...port,
  insert: (creator, key, policy) =>
    seeing(port.insert(creator, key, policy), (made) => {
      credentials.used(creator.credential, "a key was made")
      credentials.keyMade(creator, made)
      owners.owns(creator.organisationId, made.id)
    }),
  rotate: (caller, id, replacement, overlapMillis, policy) =>
    seeing(port.rotate(caller, id, replacement, overlapMillis, policy), ({ key }) => {
      credentials.used(caller.credential, "a key was rotated")
      credentials.keyMade(caller, key, id)
      credentials.ended(id, "it was rotated, and its overlap ended", overlapMillis)
      owners.owns(caller.organisationId, key.id)
    }),
  revoke: (caller, id, reason, descendants) =>
    seeing(port.revoke(caller, id, reason, descendants), () => credentials.ended(id, "it was revoked"))
})

const people = (
  { credentials, owners }: Witness,
  { OrganisationStore, SessionStore, UserStore }: Ports
): Pick<Ports, "OrganisationStore" | "SessionStore" | "UserStore"> => ({
  OrganisationStore: {
    ...OrganisationStore,
    create: (organisation, owner, password) =>
      seeing(OrganisationStore.create(organisation, owner, password), () => owners.owns(organisation.id, owner.id))
  },
  SessionStore: {
    ...SessionStore,
    insert: (organisationId, session) =>
      seeing(SessionStore.insert(organisationId, session), (made) => credentials.sessionMade(organisationId, made)),
    end: (caller) =>
      seeing(SessionStore.end(caller), () => credentials.ended(caller.credential.id, "it was signed out")),
    endOne: (caller, id) => seeing(SessionStore.endOne(caller, id), () => credentials.ended(id, "its person ended it")),
    endOthers: (caller) => seeing(SessionStore.endOthers(caller), () => credentials.othersEnded(caller))
  },
  UserStore: {
    ...UserStore,
    insert: (creator, user, password) =>
      seeing(UserStore.insert(creator, user, password), ({ id }) => owners.owns(creator.organisationId, id)),
    deactivate: (caller, id) =>
      seeing(UserStore.deactivate(caller, id), () => credentials.personEnded(caller.organisationId, id))
  }
})

const forms = ({ owners, versions }: Witness, port: Ports["FormStore"]): Ports["FormStore"] => ({
  ...port,
  create: (caller, form) => seeing(port.create(caller, form), ({ id }) => owners.owns(caller.organisationId, id)),
  publish: (caller, id, versionId, definition, publication) =>
    seeing(port.publish(caller, id, versionId, definition, publication), () =>
      versions.published(id, versionId, definition)
    ),
  archive: (caller, id, archived) =>
    seeing(port.archive(caller, id, archived), ({ liveVersionId }) => versions.live(id, liveVersionId))
})

const uploads = ({ credentials, files, owners }: Witness, port: Ports["UploadStore"]): Ports["UploadStore"] => ({
  ...port,
  add: (caller, upload, limits) =>
    seeing(port.add(caller, upload, limits), (made) => {
      credentials.used(caller.credential, "a file was stored")
      files.sent(caller, upload, made)
      owners.owns(caller.organisationId, made.id)
    }).pipe(
      Effect.tapError((refusal) =>
        Effect.sync(() => {
          if (refusal._tag === "UploadsWaiting") files.refused(caller, refusal)
        })
      )
    ),
  remove: (caller, formId, id) =>
    seeing(port.remove(caller, formId, id), () => {
      credentials.used(caller.credential, "a file was taken back")
      files.removed(caller, formId, id)
    })
})

const kindOf = (content: Claim["content"]): unknown =>
  typeof content === "object" && content !== null && !Array.isArray(content) && "kind" in content
    ? content["kind"]
    : null

const effects = (
  { credentials, secrets, sending, tables }: Witness,
  { FiringStore, Outbox }: Ports
): Pick<Ports, "FiringStore" | "Outbox"> => {
  const dueNow = (caller: Caller) =>
    [...(tables.tenants.get(caller.organisationId)?.firings ?? [])]
      .filter(({ state }) => state === "pending")
      .map(({ id }) => id)
  return {
    FiringStore: {
      ...FiringStore,
      retryMany: (caller, selection, limit) =>
        Effect.suspend(() => {
          const before = new Set(dueNow(caller))
          return seeing(FiringStore.retryMany(caller, selection, limit), () => {
            for (const id of dueNow(caller)) if (!before.has(id)) sending.retried(id)
          })
        })
    },
    Outbox: {
      ...Outbox,
      claim: (limits) =>
        seeing(Outbox.claim(limits), (claims) => {
          sending.claimed(limits, claims)
          for (const { content, organisationId, secrets: brought } of claims) {
            credentials.working(organisationId, "an effect was claimed to be sent")
            if (kindOf(content) === "delivery") secrets.claimed(organisationId, brought)
          }
        }),
      settle: (ended) =>
        seeing(Outbox.settle(ended), (recorded) =>
          ended.forEach(({ claim, settlement }, place) => sending.settled(claim, settlement, recorded[place] === true))
        )
    }
  }
}

/** The ports, with the witness looking at what they give. */
export const observed = (witness: Witness, ports: Ports): Ports => {
  const { credentials, files, ledger, secrets, sending } = witness
  const { HostedOrganisationStore, SecretStore, SubmissionDeletionStore } = ports
  return {
    ...ports,
    ...people(witness, ports),
    ...effects(witness, ports),
    Admissions: admissions(witness, ports.Admissions),
    ApiKeyStore: keys(witness, ports.ApiKeyStore),
    FormStore: forms(witness, ports.FormStore),
    SubmissionStore: submissions(witness, ports.SubmissionStore),
    UploadStore: uploads(witness, ports.UploadStore),
    HostedOrganisationStore: {
      ...HostedOrganisationStore,
      suspend: (id) => seeing(HostedOrganisationStore.suspend(id), () => credentials.suspended(id, true)),
      resume: (id) => seeing(HostedOrganisationStore.resume(id), () => credentials.suspended(id, false))
    },
    SecretStore: {
      ...SecretStore,
      put: (caller, name, sealed, overlapMillis, hosts) =>
        seeing(SecretStore.put(caller, name, sealed, overlapMillis, hosts), () =>
          secrets.put(caller.organisationId, sealed, overlapMillis)
        )
    },
    SubmissionDeletionStore: {
      remove: (caller, id, reason) =>
        seeing(SubmissionDeletionStore.remove(caller, id, reason), () => {
          ledger.deleted(id)
          files.deleted(id)
          sending.deleted(id)
        })
    }
  }
}
