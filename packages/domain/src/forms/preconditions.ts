/** What has to hold before a form is made, moved or published. */
import { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import { BeyondLimits, DraftStale, FormArchived } from "../callers/Refusal.ts"
import type { FolderId } from "../folders/Folder.ts"
import type { FormRecord } from "./Form.ts"

/** Refuses `BeyondLimits` for the top: a key with limits reaches the forms in its folders, and none at the top but those it names. */
export const fromTheTop = ({ limits }: Caller, folderId: FolderId | null): Effect.Effect<void, BeyondLimits> =>
  folderId === null && KeyLimits.reach(limits) !== undefined
    ? Effect.fail(new BeyondLimits({ limit: "folders" }))
    : Effect.void

/** Refuses `DraftStale` where the draft is at another revision. */
export const current = ({ draftRevision }: FormRecord, revision: number | undefined): Effect.Effect<void, DraftStale> =>
  revision === undefined || revision === draftRevision
    ? Effect.void
    : Effect.fail(new DraftStale({ revision: draftRevision }))

/** Refuses `FormArchived`. */
export const inUse = ({ archivedAt }: FormRecord): Effect.Effect<void, FormArchived> =>
  archivedAt === null ? Effect.void : Effect.fail(new FormArchived())
