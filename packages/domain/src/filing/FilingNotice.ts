/** What this process does after the commit of each submission that it stored. */
import { Context, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { FormId } from "../forms/Form.ts"

/** Must be quick, since the answer waits for it. Does nothing unless a process listens. */
export const FilingNotice = Context.Reference<(caller: Caller, formId: FormId) => Effect.Effect<void>>(
  "@formwork/domain/filing/FilingNotice",
  { defaultValue: () => () => Effect.void }
)
