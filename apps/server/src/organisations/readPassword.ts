/** Reading a password from a file that a person named. */
import { Effect, Redacted, Schema } from "effect"
import { Password } from "@formwork/domain/credentials/PasswordHasher"
import { readText } from "../files/TextFile.ts"
import { StartupFailure } from "../StartupFailure.ts"

const isPassword = Schema.is(Password)

/** The password in `path`, without the line's end. Fails with a sentence, which never has the password. */
export const readPassword = Effect.fnUntraced(function* (path: string) {
  const text = yield* readText(path)
  const password = text.replace(/\r?\n$/u, "")
  if (!isPassword(password))
    return yield* new StartupFailure({
      message: `The password in ${path} must have 12 to 200 characters, none of them a control character.`
    })
  return Redacted.make(password, { label: "password" })
})
