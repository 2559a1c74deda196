/** The organisation that the environment names: founded at the first start of an empty database, by one of all processes. */
import { Console, Effect, Option, Path } from "effect"
import { Organisations } from "@formwork/domain/people/Organisations"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { Settings } from "../settings/Settings.ts"
import * as KeptFile from "../start/KeptFile.ts"
import { StartupFailure } from "../StartupFailure.ts"
import { introduction } from "./introduction.ts"
import { readPassword } from "./readPassword.ts"

/** The file in the data folder that keeps the invitation where no person reads the output. */
const file = "invitation.txt"

const notKept = ({ message }: { readonly message: string }) =>
  new StartupFailure({
    message:
      `The owner's invitation could not be kept (${message}), and nothing was founded: set FORMWORK_OWNER_PASSWORD_FILE, ` +
      "or FORMWORK_DATA_DIR to a folder that can be written."
  })

/** Founds the organisation of FORMWORK_ORGANISATION, unless the database has one, and shows how its owner gets in. */
export const foundFirst = Effect.fnUntraced(function* (settings: Settings, isTerminal: boolean) {
  const wanted = Option.all([settings.organisation, settings.ownerEmail])
  if (Option.isNone(wanted)) return
  const store = yield* OrganisationStore
  // The password's file may be gone by the next start.
  if (Option.isSome(yield* store.usual)) return
  const [name, email] = wanted.value
  const password = Option.isSome(settings.ownerPasswordFile)
    ? yield* readPassword(settings.ownerPasswordFile.value)
    : undefined
  const path = yield* Path.Path
  const kept =
    password === undefined && !isTerminal
      ? yield* Effect.mapError(KeptFile.make(path.resolve(settings.dataDir), file), notKept)
      : undefined
  const organisations = yield* Organisations
  const owner = { email, name: email, ...(password === undefined ? {} : { password }) }
  const founded = yield* organisations.foundFirst(name, owner)
  if (Option.isNone(founded)) return
  const text = introduction(founded.value, settings)
  if (kept === undefined) return yield* Console.log(`\n${text}\n`)
  yield* Effect.mapError(kept.write(`${text}\n`), notKept)
  yield* Console.log(
    `The organisation ${JSON.stringify(name)} is founded. The invitation of its owner is in ${kept.path}, which no other user may read.`
  )
}, Effect.scoped)
