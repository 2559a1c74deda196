import { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { PrivilegeMissing, SessionRequired } from "../callers/Refusal.ts"
import { RefusalAudit } from "./RefusalAudit.ts"

/** Notes that `caller` was refused: it lacks a privilege, or is a key where a session is needed. Each adapter calls this once per refusal. */
export const privilegeRefused = (
  { credential, organisationId, userId }: Caller,
  refusal: PrivilegeMissing | SessionRequired
): Effect.Effect<void, never, RefusalAudit> =>
  Effect.flatMap(RefusalAudit, (refusalAudit) =>
    refusalAudit.note(organisationId, {
      action: "privilege.refused",
      userId,
      credential,
      subject: null,
      detail: refusal._tag === "PrivilegeMissing" ? refusal.privilege : "session"
    })
  )
