/** The organisation that the environment names: founded at the first start of an empty database, by one of all processes. */
import { Console, Effect, FileSystem, Option, Path } from "effect"
import { Organisations } from "@formwork/domain/people/Organisations"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import type { Settings } from "../settings/Settings.ts"
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

/** Tries whether the folder takes a file, before anything is founded. Gives what writes the file, and its name. */
const keeping = Effect.fnUntraced(function* ({ dataDir }: Settings) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const name = path.resolve(dataDir, file)
  // Of processes that start at once, each has a file of its own until one of them has founded the organisation.
  const mine = `${name}.${process.pid}`
  yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 }).pipe(Effect.mapError(notKept))
  yield* files.writeFileString(mine, "", { flag: "wx", mode: 0o600 }).pipe(Effect.mapError(notKept))
  yield* Effect.addFinalizer(() => Effect.ignore(files.remove(mine, { force: true })))
  const keep = Effect.fnUntraced(function* (text: string) {
    yield* files.writeFileString(mine, `${text}\n`)
    yield* files.rename(mine, name)
  }, Effect.mapError(notKept))
  return { keep, name }
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
  const kept = password === undefined && !isTerminal ? yield* keeping(settings) : undefined
  const organisations = yield* Organisations
  const owner = { email, name: email, ...(password === undefined ? {} : { password }) }
  const founded = yield* organisations.foundFirst(name, owner)
  if (Option.isNone(founded)) return
  const text = introduction(founded.value, settings)
  if (kept === undefined) return yield* Console.log(`\n${text}\n`)
  yield* kept.keep(text)
  yield* Console.log(
    `The organisation ${JSON.stringify(name)} is founded. The invitation of its owner is in ${kept.name}, which no other user may read.`
  )
}, Effect.scoped)
