/** Port: looks a credential up, for an `Admissions` that counts requests elsewhere. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../grants/Caller.ts"
import type { Unauthenticated } from "../Refusal.ts"
import type { Token } from "./Token.ts"

export class CredentialStore extends Context.Service<
  CredentialStore,
  {
    /** The caller that `token` proves, as of now. Refuses: `Unauthenticated`. */
    readonly authenticate: (token: Token) => Effect.Effect<Caller, Unauthenticated>
  }
>()("@formwork/domain/keys/CredentialStore") {}
