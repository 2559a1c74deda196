/** Tells the delivery engine of this process that something is due now, after the commit. Lost ones cost a moment: the engine looks by itself too. */
import { Context, Effect } from "effect"

/** Does nothing where the process has no engine. */
export const Wakeup = Context.Reference<Effect.Effect<void>>("@formwork/domain/filing/Wakeup", {
  defaultValue: () => Effect.void
})
