/**
 * The file `env` in the data folder: what a first start made, as variables of a shell. `. .formwork/env` sets those that every page
 * under docs uses. Its owner alone may read it.
 */
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import type { PlatformError } from "effect"
import type { Demo } from "../Demo.ts"

const named = "env"

/** The path of the file, as a person types it after a dot: `FORMWORK_DATA_DIR` as it was set. */
const placeIn = (dataDir: string) => Effect.map(Path.Path, (path) => path.join(dataDir, named))

/** Within single quotes a shell takes every character but the quote as it is. */
const exported = (name: string, value: string): string => `export ${name}='${value.replaceAll("'", "'\\''")}'`

const contents = (url: string, { forms, signIn, token }: Demo): string =>
  [
    "# Made by the first start of Formwork. It holds a key and a password: keep it to yourself.",
    exported("URL", url),
    exported("KEY", Redacted.value(token)),
    ...forms.slice(0, 1).map(({ id }) => exported("FORM_ID", id)),
    ...forms.map(({ code, id }) => exported(`FORM_ID_${code}`, id)),
    exported("OWNER", signIn.email),
    exported("OWNER_PASSWORD", Redacted.value(signIn.password)),
    exported("ORGANISATION_ID", signIn.organisation),
    ""
  ].join("\n")

/** Writes the file. Gives its path. */
export const write = Effect.fnUntraced(function* (dataDir: string, url: string, demo: Demo) {
  const files = yield* FileSystem.FileSystem
  const place = yield* placeIn(dataDir)
  yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 })
  yield* files.remove(place, { force: true })
  // A new file, so that it has this mode whatever was there before.
  yield* files.writeFileString(place, contents(url, demo), { flag: "wx", mode: 0o600 })
  return place
})

/** At a later start, which may listen elsewhere: brings `URL` up to date. Gives the path, where an earlier start wrote the file. */
export const refresh = Effect.fnUntraced(function* (
  dataDir: string,
  url: string
): Effect.fn.Return<Option.Option<string>, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  const place = yield* placeIn(dataDir)
  if (!(yield* files.exists(place))) return Option.none()
  const before = yield* files.readFileString(place)
  const after = before.replace(/^export URL=.*$/mu, () => exported("URL", url))
  if (after !== before) yield* files.writeFileString(place, after)
  return Option.some(place)
})
