/** The cases of `formwork check form.json --cases cases.json`: which pass, and which rules none of them reaches. */
import { Clock, Console, Effect, Result, Schema } from "effect"
import { analyse } from "@formwork/domain/forms/Analysis"
import type { Answer, Kind, Job } from "@formwork/domain/forms/Analysis"
import { type Example, type ExampleCoverage, ExampleList } from "@formwork/domain/forms/Example"
import { FormLimits } from "@formwork/domain/forms/FormLimits"
import { decoder } from "@formwork/domain/request/decoder"
import type { TableTexts } from "@formwork/domain/tables/TableText"
import { type Json, memberOf } from "@formwork/rules/Json"
import { pointerInWords } from "@formwork/rules/renderFaults"
import { readJson } from "../files/JsonFile.ts"
import { Faulty, StartupFailure } from "../StartupFailure.ts"

type Failure = Extract<Answer<"examples">, { readonly failed: unknown }>["failed"][number]

const decode = decoder(Schema.Struct({ examples: ExampleList }), "The list of cases")

/** Cases as the API answers them, in an object with `examples`, or the list alone. Fails with a sentence where the file has none. */
export const casesIn = Effect.fnUntraced(function* (file: string) {
  const json = yield* readJson(file)
  const examples = Array.isArray(json) ? json : memberOf(json, "examples")
  if (examples === undefined)
    return yield* new StartupFailure({ message: `${file} must hold a list of cases, or an object with \`examples\`.` })
  const decoded = decode({ examples })
  if (Result.isSuccess(decoded)) return decoded.success.examples
  const [first] = decoded.failure.problems
  const fact = first?.message.replace("of this request", "of a case") ?? ""
  return yield* new StartupFailure({ message: `${file} has no cases that can run: ${fact}` })
})

/** Does a job on this thread, to its end: at a terminal nothing else waits. */
const finish = <K extends Kind>(job: Job<K>): Answer<K> => {
  const work = analyse(job, () => 0)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const never: { readonly [N in ExampleCoverage["unreached"][number]["never"]]: string } = {
  given: "never gives a value",
  true: "is never true",
  false: "is never false",
  chosen: "is never chosen"
}

const differences = ({ differences }: Failure): ReadonlyArray<string> =>
  differences.map(
    ({ expected, found, message, pointer }) =>
      `          ${pointer}: ${message ?? `${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`}`
  )

const table = (examples: ReadonlyArray<Example>, failed: ReadonlyMap<string, Failure>): ReadonlyArray<string> =>
  examples.flatMap(({ name }) => {
    const failure = failed.get(name)
    return failure === undefined ? [`  passed  ${name}`] : [`  FAILED  ${name}`, ...differences(failure)]
  })

const inTable = ({ found, rows, table, unfound }: ExampleCoverage["tables"][number]): ReadonlyArray<string> => {
  const more = rows - found - unfound.length
  return [
    `${found.toLocaleString("en")} of ${rows.toLocaleString("en")} rows of table ${table} are found${found === rows ? "." : "; no case finds:"}`,
    ...unfound.map(({ keys, row }) => `  row ${row}: ${keys.join(", ")}`),
    ...(more > 0 ? [`  and ${more.toLocaleString("en")} more`] : [])
  ]
}

const reach = (definition: Json, { parts, reached, tables, unreached }: ExampleCoverage): ReadonlyArray<string> => [
  `${reached} of ${parts} parts of the rules are reached${reached === parts ? "." : "; no case reaches:"}`,
  ...unreached.map(({ never: how, pointer, text }) => {
    const branch = text === undefined ? "" : `: ${text.replaceAll(/\s+/gu, " ")}`
    return `  ${pointerInWords(definition, pointer)}${branch} ${never[how]}`
  }),
  ...(parts - reached > unreached.length ? [`  and ${parts - reached - unreached.length} more`] : []),
  ...tables.flatMap(inTable)
]

interface Given {
  readonly examples: ReadonlyArray<Example>
  /** Where they are from. */
  readonly file: string
  /** Those that the definition names. */
  readonly tables: TableTexts
  readonly json: boolean
}

/** Runs cases by a definition without faults, and fails where one fails. */
export const checkCases = Effect.fnUntraced(function* (definition: Json, { examples, file, json, tables }: Given) {
  const ask = { definition, examples, tables, now: yield* Clock.currentTimeMillis, limits: yield* FormLimits }
  const ran = finish({ kind: "examples", room: Infinity, ...ask })
  const covered = finish({ kind: "coverage", ...ask })
  if ("faults" in ran || "faults" in covered) return yield* new Faulty()
  const failed = new Map(ran.failed.map((failure) => [failure.name, failure]))
  const lines = json
    ? [
        ...examples.map(({ name }) => {
          const { differences = [] } = failed.get(name) ?? {}
          return JSON.stringify({ case: name, passed: !failed.has(name), differences })
        }),
        JSON.stringify({ coverage: covered.coverage })
      ]
    : [
        ...table(examples, failed),
        `${file}: ${examples.length} ${examples.length === 1 ? "case" : "cases"}, ${failed.size} failed.`,
        ...reach(definition, covered.coverage)
      ]
  yield* Console.log(lines.join("\n"))
  if (failed.size > 0) return yield* new Faulty()
})
