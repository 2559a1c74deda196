/**
 * The file `env` in the data folder: what a first start made, as variables of a shell. `. .formwork/env` sets those that every page
 * under docs uses. Its owner alone may read it.
 */
import { Effect, FileSystem, Option, Path, Redacted } from "effect"
import type { PlatformError } from "effect"
import type { Demo } from "../Demo.ts"
import * as KeptFile from "./KeptFile.ts"

const named = "env"

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

/** Tries whether the folder takes the file, before there is a key to keep. */
export const make = (dataDir: string) => KeptFile.make(dataDir, named)

/** Writes the file, for a server that listens on `url`. */
export const write = (file: KeptFile.KeptFile, url: string, demo: Demo) => file.write(contents(url, demo))

/** At a later start, which may listen elsewhere: brings `URL` up to date. Gives the path, where an earlier start wrote the file. */
export const refresh = Effect.fnUntraced(function* (
  dataDir: string,
  url: string
): Effect.fn.Return<Option.Option<string>, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  const place = (yield* Path.Path).join(dataDir, named)
  if (!(yield* files.exists(place))) return Option.none()
  const before = yield* files.readFileString(place)
  const after = before.replace(/^export URL=.*$/mu, () => exported("URL", url))
  if (after !== before) yield* files.writeFileString(place, after)
  return Option.some(place)
})
