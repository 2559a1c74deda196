/** Port: looks a credential up by its token alone. */
import { Context } from "effect"
import type { Effect } from "effect"
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
  }
>()("@formwork/domain/credentials/CredentialStore") {}
