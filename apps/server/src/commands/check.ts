/** `formwork check <form.json>`: every fault of a definition with its place, and its cases, before the form is published. */
import { Console, Effect, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { checkDefinition } from "@formwork/domain/forms/checkDefinition"
import type { Definition, Field } from "@formwork/rules/Definition"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { untranslated } from "@formwork/rules/untranslated"
import { renderFaults } from "@formwork/rules/renderFaults"
import { casesIn, checkCases } from "./checkCases.ts"
import { faultLines, faultsWith, noneUnnamed, tableFlag, tablesFrom } from "../files/TableFiles.ts"
import { readJson } from "../files/JsonFile.ts"
import { Faulty } from "../StartupFailure.ts"

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const countFields = (fields: ReadonlyArray<Field>): number =>
  fields.reduce((count, field) => count + (field.type === "list" ? field.fields.length + 1 : 1), 0)

const summary = ({ checks, code, fields, outcomes, title }: Definition): string =>
  `"${title}" (${code}) can be published: ${plural(countFields(fields), "field")}, ${plural(checks.length, "check")}, ${plural(outcomes.length, "outcome")}.`

/** Texts that lack a translation are no faults: a reader gets the form's own language. */
const missingIn = (form: CheckedForm): ReadonlyArray<string> =>
  untranslated(form).map(({ languages, pointer }) => `Not in ${languages.join(", ")}: ${pointer}`)

export const check = Command.make(
  "check",
  {
    form: Argument.String("form.json").pipe(Argument.withDescription("The file with the form's definition")),
    cases: Flag.String("cases").pipe(
      Flag.withDescription(
        "A file of cases, as GET /api/platform/forms/{formId}/examples answers them or as a list: each is run, and the rules that none of them reaches are told"
      ),
      Flag.optional
    ),
    table: tableFlag,
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print one JSON object per fault and per case, and nothing else"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ cases, form, json, table }) {
    const definition = yield* readJson(form)
    const given = Option.isSome(cases) ? { file: cases.value, examples: yield* casesIn(cases.value) } : undefined
    const tables = yield* tablesFrom(definition, table, (file, found) =>
      json
        ? Effect.forEach(found, (fault) => Console.log(JSON.stringify({ file, ...fault })), { discard: true })
        : Console.log(faultLines(file, found))
    )
    const result = checkDefinition(definition, {}, tables.known)
    if (Result.isSuccess(result)) {
      yield* noneUnnamed(form, tables)
      if (!json) yield* Console.log([summary(result.success.definition), ...missingIn(result.success)].join("\n"))
      return given && (yield* checkCases(definition, { ...given, json, tables: tables.texts }))
    }
    const faults = faultsWith(definition, tables, result.failure)
    if (json) yield* Effect.forEach(faults, (fault) => Console.log(JSON.stringify(fault)))
    else yield* Console.log(`${renderFaults(definition, faults)}\n\n${form}: ${plural(faults.length, "fault")}.`)
    return yield* new Faulty()
  })
).pipe(
  Command.withDescription(
    "Check a form's definition: print every fault with its place, run its cases, and exit with 1 if there is a fault or a case fails"
  )
)
