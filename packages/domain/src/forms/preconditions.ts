/** What has to hold before a form is made, moved or published. */
import { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import { BeyondLimits, DraftStale, FormArchived } from "../callers/Refusal.ts"
import type { FolderId } from "../folders/Folder.ts"
import type { FormRecord, SavedForm } from "./Form.ts"

/** Refuses `BeyondLimits` for the top: a key with limits reaches the forms in its folders, and none at the top but those it names. */
export const fromTheTop = ({ limits }: Caller, folderId: FolderId | null): Effect.Effect<void, BeyondLimits> =>
  folderId === null && KeyLimits.reach(limits) !== undefined
    ? Effect.fail(new BeyondLimits({ limit: "folders" }))
    : Effect.void

/** What a caller learns whose change is based on another revision. */
export const draftStale = ({ draftRevision, saving }: Pick<SavedForm, "draftRevision" | "saving">): DraftStale =>
  new DraftStale({
    revision: draftRevision,
    updatedAt: DateTime.formatIso(saving.updatedAt),
    updatedBy: saving.updatedBy
  })

/** Refuses `DraftStale` where the draft is at another revision. */
export const current = (
  form: Pick<SavedForm, "draftRevision" | "saving">,
  revision: number | undefined
): Effect.Effect<void, DraftStale> =>
  revision === undefined || revision === form.draftRevision ? Effect.void : Effect.fail(draftStale(form))

/** Refuses `FormArchived`. */
export const inUse = ({ archivedAt }: FormRecord): Effect.Effect<void, FormArchived> =>
  archivedAt === null ? Effect.void : Effect.fail(new FormArchived())
