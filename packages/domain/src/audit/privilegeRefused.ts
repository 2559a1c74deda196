import { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { PrivilegeMissing } from "../callers/Refusal.ts"
import { Audits } from "./Audits.ts"

/** Notes that `caller` was refused for want of a privilege. Whatever a caller comes through says so here, once a refusal. */
export const privilegeRefused = (
  { credential, organisationId, userId }: Caller,
  { privilege }: PrivilegeMissing
): Effect.Effect<void, never, Audits> =>
  Effect.flatMap(Audits, (audits) =>
    audits.refused(organisationId, {
      action: "privilege.refused",
      userId,
      credential,
      subject: null,
      detail: privilege
    })
  )
