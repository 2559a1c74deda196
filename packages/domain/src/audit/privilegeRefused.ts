import { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { PrivilegeMissing } from "../callers/Refusal.ts"
import { RefusalAudit } from "./RefusalAudit.ts"

/** Notes that `caller` was refused for a missing privilege. Each adapter calls this once per refusal. */
export const privilegeRefused = (
  { credential, organisationId, userId }: Caller,
  { privilege }: PrivilegeMissing
): Effect.Effect<void, never, RefusalAudit> =>
  Effect.flatMap(RefusalAudit, (refusalAudit) =>
    refusalAudit.note(organisationId, {
      action: "privilege.refused",
      userId,
      credential,
      subject: null,
      detail: privilege
    })
  )
