/**
 * Where the value of each setting comes from: the environment, or a file that `<NAME>_FILE` names, as containers are given
 * secrets. An empty variable counts as one that is not set: a composed file has them for what its user left out.
 */
import { Config, Effect, FileSystem, Option } from "effect"

export type Origin = { readonly _tag: "Environment" } | { readonly _tag: "File"; readonly path: string }

export interface Sources {
  /** The text of each setting that is set, by name. */
  readonly values: Readonly<Record<string, string>>
  readonly origins: ReadonlyMap<string, Origin>
  /** What is wrong with where values come from, one sentence each, by name. */
  readonly complaints: ReadonlyMap<string, string>
}

interface Found {
  readonly value?: string
  readonly origin?: Origin
  readonly complaint?: string
}

const variable = (name: string) =>
  Config.option(Config.String(name)).pipe(
    Effect.orElseSucceed(() => Option.none<string>()),
    Effect.map(Option.filter((text) => text !== ""))
  )

/** An editor, and most ways to make a secret's file, end it with a line break that is no part of the secret. */
const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/u, "")

const look = Effect.fnUntraced(function* (name: string): Effect.fn.Return<Found, never, FileSystem.FileSystem> {
  const given = yield* variable(name)
  const path = yield* variable(`${name}_FILE`)
  if (Option.isNone(path)) {
    return Option.isNone(given) ? {} : { value: given.value, origin: { _tag: "Environment" } }
  }
  if (Option.isSome(given)) return { complaint: `${name} and ${name}_FILE are both set: set one of them.` }
  const files = yield* FileSystem.FileSystem
  const read = yield* Effect.result(files.readFileString(path.value))
  if (read._tag === "Failure")
    return {
      complaint: `${name}_FILE must name a file that can be read: ${path.value} cannot (${read.failure.reason._tag}).`
    }
  return { value: withoutLastBreak(read.success), origin: { _tag: "File", path: path.value } }
})

/** Looks for the settings of these names. */
export const read = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
  const values: Record<string, string> = {}
  const origins = new Map<string, Origin>()
  const complaints = new Map<string, string>()
  for (const name of names) {
    const { complaint, origin, value } = yield* look(name)
    if (value !== undefined) values[name] = value
    if (origin !== undefined) origins.set(name, origin)
    if (complaint !== undefined) complaints.set(name, complaint)
  }
  return { values, origins, complaints } satisfies Sources
})
