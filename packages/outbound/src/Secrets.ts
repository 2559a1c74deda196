/** Asking for secrets while sending. */
import { Effect } from "effect"
import type { SecretName, SecretResolver, SecretValues } from "@formwork/domain/secrets/Secret"
import { SendFailed } from "@formwork/domain/sending/Sender"

/** Refuses: `dead` where the secret does not exist; `retry` where it cannot be decrypted, as its key may be configured again. */
export const secretValues = (secrets: SecretResolver, name: SecretName): Effect.Effect<SecretValues, SendFailed> =>
  secrets(name).pipe(
    Effect.catchTags({
      SecretMissing: () => new SendFailed({ reason: `There is no secret “${name}”.`, verdict: "dead" }),
      SecretUnreadable: () => new SendFailed({ reason: `The secret “${name}” cannot be decrypted.`, verdict: "retry" })
    })
  )
