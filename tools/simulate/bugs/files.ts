/** Bugs in files: who has one, for how long, and how many wait. */
import { Effect } from "effect"
import type { Ports } from "../store/Ports.ts"
import type { Bug, Soil } from "./Bug.ts"
import { onTrust, rowsOf } from "./filing.ts"

type Store = Ports["UploadStore"]

/** The same `UploadStore` with some other methods. */
const uploads = (change: (soil: Soil, store: Store) => Partial<Store>) => (soil: Soil) => () => ({
  UploadStore: { ...soil.ports.UploadStore, ...change(soil, soil.ports.UploadStore) }
})

export const fileBugs: ReadonlyArray<Bug> = [
  {
    name: "a file that two submissions have",
    says: "A file is looked for before, and not marked in the step that stores its submission: of two at once both have it.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, wanted) =>
          Effect.suspend(() => {
            const { uploads: stored } = rowsOf(soil, caller)
            for (const id of wanted.uploads) {
              const found = stored.get(id)
              if (found !== undefined) stored.set(id, { ...found, submissionId: null })
            }
            return soil.ports.SubmissionStore.file(caller, wanted)
          })
      }
    })
  },
  {
    name: "a file that is forgotten",
    says: "A submission is stored without its files.",
    plant: (soil) => () => ({
      SubmissionStore: {
        ...soil.ports.SubmissionStore,
        file: (caller, wanted) => soil.ports.SubmissionStore.file(caller, { ...wanted, uploads: [] })
      }
    })
  },
  {
    name: "a file that outlives its submission",
    says: "A deletion leaves the submission's files.",
    plant: (soil) => () => ({
      SubmissionDeletionStore: {
        remove: (caller, id, reason) =>
          Effect.suspend(() => {
            const { uploads: stored } = rowsOf(soil, caller)
            const own = [...stored].filter(([, { submissionId }]) => submissionId === id)
            return Effect.tap(soil.ports.SubmissionDeletionStore.remove(caller, id, reason), () =>
              Effect.sync(() => {
                for (const [upload, row] of own) stored.set(upload, row)
              })
            )
          })
      }
    })
  },
  {
    name: "files without a bound",
    says: "How many files of a credential wait is not counted.",
    plant: uploads((_, store) => ({
      add: (caller, upload, limits) => store.add(caller, upload, { ...limits, waiting: Number.MAX_SAFE_INTEGER })
    }))
  },
  {
    name: "files that make room too early",
    says: "A file that surely waits makes room for another one.",
    plant: uploads((_, store) => ({
      add: (caller, upload, limits) => store.add(caller, upload, { ...limits, sureMillis: 0 })
    }))
  },
  {
    name: "a rotation that forgets its files",
    says: "Files belong to a key, and not to the chain of those that replaced it.",
    plant: uploads((soil, store) => ({
      remove: (caller, formId, id) =>
        Effect.suspend(() => {
          const { keys } = rowsOf(soil, caller)
          const stored = keys.get(caller.credential.id)
          if (stored === undefined) return store.remove(caller, formId, id)
          keys.set(caller.credential.id, { ...stored, firstId: stored.key.id })
          return Effect.ensuring(
            store.remove(caller, formId, id),
            Effect.sync(() => keys.set(caller.credential.id, stored))
          )
        })
    }))
  },
  {
    name: "a file of any organisation",
    says: "A file is looked for by its id alone.",
    plant: uploads((soil, store) => ({
      find: (caller, formId, ids) =>
        Effect.suspend(() => {
          const own = rowsOf(soil, caller).uploads
          // The caller's organisation has the file as if it had been sent for the form.
          for (const { uploads: stored } of soil.tables.tenants.values())
            for (const id of ids) {
              const found = stored.get(id)
              if (found !== undefined) own.set(id, { ...found, upload: { ...found.upload, formId } })
            }
          return store.find(caller, formId, ids)
        })
    }))
  },
  {
    name: "a file that is read as another",
    says: "Bytes are kept by the name of their file.",
    plant: uploads((soil, store) => ({
      get: (caller, submissionId, id) =>
        Effect.map(store.get(caller, submissionId, id), (file) => {
          const [first] = [...rowsOf(soil, caller).uploads.values()]
          return { ...file, bytes: first?.bytes ?? file.bytes }
        })
    }))
  },
  {
    name: "files of a credential that has ended",
    says: "A file is stored on the word of its request's admission.",
    plant: uploads((soil, store) => ({
      add: (caller, upload, limits) => onTrust(soil, caller, store.add(caller, upload, limits))
    }))
  }
]
