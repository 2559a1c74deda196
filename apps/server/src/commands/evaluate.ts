/** `formwork evaluate <form.json> <data>`: a form's rules on one payload, or on one a line, without a server. */
import { Console, Effect, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { today as todayIn } from "@formwork/domain/forms/Today"
import { check } from "@formwork/rules/check"
import { compile } from "@formwork/rules/compile"
import { resultOf } from "@formwork/rules/Evaluation"
import { isObject } from "@formwork/rules/LongNumber"
import { renderFaults } from "@formwork/rules/renderFaults"
import { readJson } from "../files/JsonFile.ts"
import { evaluateLines, isOfLines } from "./evaluateLines.ts"
import { faultLines, faultsWith, noneUnnamed, tableFlag, tablesFrom } from "../files/TableFiles.ts"
import { Faulty, StartupFailure } from "../StartupFailure.ts"

const notIn = (form: string, language: string, languages: ReadonlyArray<string>): string =>
  languages.length === 0
    ? `${form} does not say its languages, so it has no texts in \`${language}\`.`
    : `${form} has no texts in \`${language}\`. Its languages are ${languages.join(", ")}.`

export const evaluate = Command.make(
  "evaluate",
  {
    form: Argument.String("form.json").pipe(Argument.withDescription("The file with the form's definition")),
    data: Argument.String("data").pipe(
      Argument.withDescription(
        "The file with the values, an object keyed by field slug. A file that ends in .ndjson or .jsonl, and - for standard input, " +
          'has a payload a line, {"id"?, "data"}: each is answered with a line'
      )
    ),
    table: tableFlag,
    draft: Flag.Boolean("draft").pipe(
      Flag.withDescription("Evaluate as a draft: required fields may be missing"),
      Flag.withDefault(false)
    ),
    today: Flag.String("today").pipe(
      Flag.withDescription(
        "The date that the rules use as today, YYYY-MM-DD (default: the current date in the form's time zone)"
      ),
      Flag.withSchema(Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))),
      Flag.optional
    ),
    language: Flag.String("language").pipe(
      Flag.withDescription(
        "Whose texts the result has, of a form in several languages: one of its tags, such as de (default: the form's own)"
      ),
      Flag.optional
    )
  },
  Effect.fn(function* ({ data, draft, form, language, table, today }) {
    const definition = yield* readJson(form)
    const tables = yield* tablesFrom(definition, table, (file, faults) => Console.error(faultLines(file, faults)))
    const checked = check(definition, {}, { ...tables.known, accepts: Option.toArray(language) })
    if (Result.isFailure(checked)) {
      yield* Console.error(renderFaults(definition, faultsWith(definition, tables, checked.failure)))
      return yield* new Faulty()
    }
    yield* noneUnnamed(form, tables)
    const { languages = [] } = checked.success.definition
    if (Option.isSome(language) && !languages.includes(language.value))
      return yield* new StartupFailure({ message: notIn(form, language.value, languages) })
    const compiled = compile(checked.success)
    const date = Option.isSome(today) ? today.value : yield* todayIn(compiled.definition.timeZone)
    if (isOfLines(data)) return yield* evaluateLines(data, compiled, { today: date, draft })
    const values = yield* readJson(data)
    if (!isObject(values))
      return yield* new StartupFailure({ message: `${data} must hold an object keyed by field slug.` })
    const evaluation = compiled.evaluate(values, { today: date, draft })
    yield* Console.log(JSON.stringify(resultOf(evaluation), null, 2))
  })
).pipe(
  Command.withDescription(
    "Run a form's rules on a payload and print the result as the API returns it. With a payload a line the exit code is 1 if a line " +
      "could not be evaluated"
  )
)
