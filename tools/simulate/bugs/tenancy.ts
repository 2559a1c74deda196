/** Bugs in what belongs to whom: other organisations, which form is live, limits, secrets and suspensions. */
import { Effect } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import type { Bug, Soil } from "./Bug.ts"
import { rowsOf } from "./filing.ts"

const tenants: ReadonlyArray<Bug> = [
  {
    name: "a submission read without its organisation",
    says: "A submission is looked up by its id alone.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        get: (caller, id) => {
          const found = everySubmission(soil).find((submission) => submission.id === id)
          return found === undefined ? soil.ports.SubmissionStore.get(caller, id) : Effect.succeed(found)
        }
      }
    })
  },
  {
    name: "a list without its organisation",
    says: "The list of forms is of all organisations.",
    plant: (soil) => () => ({
      FormStore: {
        ...soil.ports.FormStore,
        list: (_caller, _filter, { limit }) =>
          Effect.sync(() =>
            [...soil.tables.tenants.values()].flatMap(({ forms }) => [...forms.values()]).slice(0, limit)
          )
      }
    })
  },
  {
    name: "effects without their organisation",
    says: "The list of effects shows those of the organisation that was founded first.",
    plant: (soil) => () => ({
      FiringStore: {
        ...soil.ports.FiringStore,
        list: (caller, filter, page) => {
          const [first = caller.organisationId] = soil.tables.tenants.keys()
          return soil.ports.FiringStore.list({ ...caller, organisationId: first }, filter, page)
        }
      }
    })
  }
]

const everySubmission = ({ tables }: Soil): ReadonlyArray<Submission> =>
  [...tables.tenants.values()].flatMap(({ submissions }) =>
    [...submissions.values()].map(({ submission }) => submission)
  )

const forms: ReadonlyArray<Bug> = [
  {
    name: "a publish that caches do not see",
    says: "Publishing does not raise the revision by which servers keep forms.",
    plant: (soil) => () => ({
      FormStore: {
        ...soil.ports.FormStore,
        publish: (caller, ...given) =>
          Effect.tap(soil.ports.FormStore.publish(caller, ...given), () =>
            Effect.sync(() => {
              rowsOf(soil, caller).liveFormsRevision -= 1
            })
          )
      }
    })
  },
  {
    name: "a publish seen half",
    says: "A filing is stored under the version that is live, with the values of the one before.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, filing) =>
          Effect.suspend(() => {
            const { formId, formVersionId } = filing.submission
            const live = rowsOf(soil, caller).forms.get(formId)?.liveVersionId ?? formVersionId
            return soil.ports.SubmissionStore.file(caller, {
              ...filing,
              submission: { ...filing.submission, formVersionId: live }
            })
          })
      }
    })
  },
  {
    name: "an archived form in use",
    says: "Archiving does not raise the revision by which servers keep forms.",
    plant: (soil) => () => ({
      FormStore: {
        ...soil.ports.FormStore,
        archive: (caller, id, archived) =>
          Effect.tap(soil.ports.FormStore.archive(caller, id, archived), () =>
            Effect.sync(() => {
              if (archived) rowsOf(soil, caller).liveFormsRevision -= 1
            })
          )
      }
    })
  }
]

const operating: ReadonlyArray<Bug> = [
  {
    name: "a suspended organisation admitted",
    says: "A suspension is stored, and no admission looks at it.",
    plant: (soil) => () => ({
      HostedOrganisationStore: {
        ...soil.ports.HostedOrganisationStore,
        suspend: (id) =>
          Effect.tap(soil.ports.HostedOrganisationStore.suspend(id), () =>
            Effect.sync(() => {
              const tenant = soil.tables.tenants.get(id)
              if (tenant !== undefined) tenant.suspendedAtMillis = null
            })
          )
      }
    })
  },
  {
    name: "limits that a key loses",
    says: "An admission forgets which forms a key reaches.",
    plant: (soil) => () => ({
      Admissions: {
        admit: (token) =>
          Effect.map(soil.ports.Admissions.admit(token), ({ budget, caller }) => ({
            budget,
            caller: { ...caller, limits: null }
          }))
      }
    })
  },
  {
    name: "a secret without its overlap",
    says: "Replacing a secret ends the value before it at once.",
    plant: (soil) => () => ({
      SecretStore: {
        ...soil.ports.SecretStore,
        put: (caller, name, sealed, _overlapMillis, hosts) => soil.ports.SecretStore.put(caller, name, sealed, 0, hosts)
      }
    })
  },
  {
    name: "a secret that outlives its overlap",
    says: "The value that was replaced signs for ever.",
    plant: (soil) => () => ({
      SecretStore: {
        ...soil.ports.SecretStore,
        put: (caller, name, sealed, _overlapMillis, hosts) =>
          soil.ports.SecretStore.put(caller, name, sealed, 365 * 86_400_000, hosts)
      }
    })
  }
]

export const tenancyBugs: ReadonlyArray<Bug> = [...tenants, ...forms, ...operating]
