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
     * The caller that `token` proves, as of now: for an `Admissions` that counts requests elsewhere.
     * A session has the privileges of its person's role at this moment.
     * Refuses: `Unauthenticated`, which says of a known credential why.
     */
    readonly authenticate: (token: Token) => Effect.Effect<Caller, Unauthenticated>
    /**
     * Ends the key or session that `token` proves, because somebody who is not its owner has it: a key as `reported`.
     * Leaves an audit row, of nobody. A token that proves nothing changes nothing, and nobody is told which it was.
     */
    readonly endLeaked: (token: Token) => Effect.Effect<void>
  }
>()("@formwork/domain/credentials/CredentialStore") {}
