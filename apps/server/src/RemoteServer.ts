/** The server that a command asks, and the key that it asks with: FORMWORK_URL and FORMWORK_API_KEY. */
import { Config, Effect, Option, Redacted } from "effect"
import { StartupFailure } from "./StartupFailure.ts"

const addressOf = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/u.test(url.protocol) && url.username === "" ? url : undefined
}

/** Fails with one sentence for each that is missing or malformed. */
export const remoteServer = Effect.gen(function* () {
  const { key, url } = yield* Effect.orDie(
    Config.all({
      url: Config.option(Config.NonEmptyString("FORMWORK_URL")),
      key: Config.option(Config.Redacted("FORMWORK_API_KEY"))
    })
  )
  const address = addressOf(Option.getOrElse(url, () => ""))
  const sentences = [
    ...(address === undefined
      ? ["FORMWORK_URL must be the address of a Formwork server, such as https://forms.example.com."]
      : []),
    // A header cannot carry other characters, and the error of whatever sets the header might repeat the key.
    ...(Option.isNone(key) || !/^[!-~]+$/u.test(Redacted.value(key.value))
      ? ["FORMWORK_API_KEY must be an API key of that server, as it was shown when it was made."]
      : [])
  ]
  if (address === undefined || Option.isNone(key) || sentences.length > 0)
    return yield* new StartupFailure({ message: sentences.join("\n") })
  return { url: address.href, key: key.value }
})
