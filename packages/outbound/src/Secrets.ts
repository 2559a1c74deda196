/** Asking for secrets while sending. */
import { Effect } from "effect"
import type { SecretName, SecretResolver, SecretValues } from "@formwork/domain/secrets/Secret"
import { SendFailed } from "@formwork/domain/sending/Sender"

/** Refuses: `dead` where there is no such secret, `retry` where it cannot be read: a key may come back. */
export const secretValues = (secrets: SecretResolver, name: SecretName): Effect.Effect<SecretValues, SendFailed> =>
  secrets(name).pipe(
    Effect.catchTags({
      SecretMissing: () => new SendFailed({ reason: `There is no secret “${name}”.`, verdict: "dead" }),
      SecretUnreadable: () => new SendFailed({ reason: `The secret “${name}” cannot be decrypted.`, verdict: "retry" })
    })
  )
