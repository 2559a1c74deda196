/** What a form has to be before it is changed or published. */
import { Effect } from "effect"
import { DraftStale, FormArchived } from "../callers/Refusal.ts"
import type { FormRecord } from "./Form.ts"

/** Refuses `DraftStale` where the draft is at another revision. */
export const current = ({ draftRevision }: FormRecord, revision: number | undefined): Effect.Effect<void, DraftStale> =>
  revision === undefined || revision === draftRevision
    ? Effect.void
    : Effect.fail(new DraftStale({ revision: draftRevision }))

/** Refuses `FormArchived`. */
export const inUse = ({ archivedAt }: FormRecord): Effect.Effect<void, FormArchived> =>
  archivedAt === null ? Effect.void : Effect.fail(new FormArchived())
