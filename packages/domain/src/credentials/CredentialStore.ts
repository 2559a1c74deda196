/** Port: looks a credential up by its token alone. */
import { Context } from "effect"
import type { Duration, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Unauthenticated } from "../callers/Refusal.ts"
import type { Token } from "./Token.ts"

export class CredentialStore extends Context.Service<
  CredentialStore,
  {
    /**
     * Authenticates `token` as of now, for an `Admissions` that counts requests elsewhere.
     * A session has the privileges of its person's role at this moment.
     * Refuses: `Unauthenticated`, for a known credential with the reason.
     */
    readonly authenticate: (token: Token) => Effect.Effect<Caller, Unauthenticated>
    /**
     * Ends the key or session of a leaked `token`; a key gets the reason `reported`. Leaves an audit row without a user.
     * An unknown token changes nothing, and the caller cannot tell whether it was known.
     */
    readonly endLeaked: (token: Token) => Effect.Effect<void>
    /**
     * Whether the password of the caller's person was proven in the caller's session within the time `within` until now: at the
     * sign-in, or by `SessionStore.confirm`. False for another credential, and for a session that has ended.
     */
    readonly isConfirmed: (caller: Caller, within: Duration.Duration) => Effect.Effect<boolean>
  }
>()("@formwork/domain/credentials/CredentialStore") {}
