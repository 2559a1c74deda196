/** What the engine knows when it is asked something. */
import type { OpenForm } from "@formwork/rules/openForm"
import type { LiveForm } from "./LiveForm.ts"
import type { PayloadMessage } from "./Protocol.ts"
import type { RunningForm } from "./RunningForm.ts"

export interface KnownToEngine {
  /** Undefined while the definition is not JSON. */
  readonly opened: OpenForm | undefined
  readonly running: RunningForm | undefined
  readonly payload: PayloadMessage | undefined
  readonly live: LiveForm | undefined
}
