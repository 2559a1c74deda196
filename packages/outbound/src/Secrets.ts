/** Asking for secrets while sending. */
import { Effect } from "effect"
import type { ResolvedSecret, SecretName, SecretResolver } from "@formwork/domain/secrets/Secret"
import { SendFailed } from "@formwork/domain/sending/Sender"

/** Refuses: `dead` where the secret does not exist; `retry` where it cannot be decrypted, as its key may be configured again. */
export const resolved = (secrets: SecretResolver, name: SecretName): Effect.Effect<ResolvedSecret, SendFailed> =>
  secrets(name).pipe(
    Effect.catchTags({
      SecretMissing: () => new SendFailed({ reason: `There is no secret “${name}”.`, verdict: "dead" }),
      SecretUnreadable: () => new SendFailed({ reason: `The secret “${name}” cannot be decrypted.`, verdict: "retry" })
    })
  )
