/** `formwork types <form>`: TypeScript types of a form's payload and result. */
import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { systemFact } from "../files/systemFact.ts"
import { tableFlag } from "../files/TableFiles.ts"
import { StartupFailure } from "../StartupFailure.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const isIdentifier = (text: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)

export const types = Command.make(
  "types",
  {
    form: Argument.String("form").pipe(
      Argument.withDescription("A file with a form's definition, or the id of a form on the server at FORMWORK_URL")
    ),
    version: text("form-version", "The id of a version (default: the live version)"),
    table: tableFlag,
    name: text("name", "What the types' names begin with (default: the form's title)"),
    out: text("out", "The file to write (default: standard output)")
  },
  Effect.fn(function* ({ form, name, out, table, version }) {
    if (Option.isSome(name) && !isIdentifier(name.value))
      return yield* new StartupFailure({
        message: "--name must begin names of TypeScript: a letter, _ or $, and then letters, digits, _ and $ alone."
      })
    const { typesOf } = yield* Effect.promise(() => import("../FormTypes.ts"))
    const written = yield* typesOf(form, {
      name: Option.getOrUndefined(name),
      version: Option.getOrUndefined(version),
      tables: table
    })
    if (Option.isNone(out)) return yield* Console.log(written.trimEnd())
    const files = yield* FileSystem.FileSystem
    yield* files.writeFileString(out.value, written).pipe(
      Effect.mapError(({ reason }) => {
        const fact = systemFact(reason.cause ?? reason.message, out.value)
        return new StartupFailure({ message: `${out.value} cannot be written: ${fact}.` })
      })
    )
    yield* Console.log(`Wrote the types to ${out.value}.`)
  })
).pipe(
  Command.withDescription(
    "Write TypeScript types of a form's payload and result: of a definition in a file, or of a form on the server at FORMWORK_URL with the key in FORMWORK_API_KEY, which needs form:read."
  ),
  Command.withShortDescription("Write TypeScript types of a form")
)
