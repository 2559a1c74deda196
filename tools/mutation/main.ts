/**
 * Mutation testing: changes the code in small ways, one at a time, and runs the tests that should notice:
 * `pnpm mutation [--only tokens,json] [--file Token.ts] [--at-once 2] [--json]`. Exits with 1 where tests notice fewer than 90 % of
 * a part's mutants, or where a mutant survives for which docs/mutation.md has no reason.
 */
import * as CommandLine from "../options.ts"
import { explained, isExplained, row } from "./page.ts"
import { filesOf, isPartName, parts, type PartName } from "./parts.ts"
import { sandbox } from "./sandbox.ts"
import { run, type Mutant } from "./stryker.ts"

const usage = `Changes the code that guards access in small ways, one at a time, and runs the tests that should notice (docs/mutation.md).

  --only PART,…    some of ${Object.keys(parts).join(", ")}
  --file Token.ts  only the sources whose paths end so; may be given several times
  --at-once N      test runners, 2 if left out
  --json           one object a mutant`

const values = CommandLine.read(usage, {
  only: { type: "string" },
  file: { type: "string", multiple: true },
  "at-once": { type: "string", default: "2" },
  json: { type: "boolean", default: false }
})

const least = 90

const refuse = (sentence: string): never => {
  console.error(sentence)
  process.exit(2)
}

const asked: ReadonlyArray<PartName> = (values.only?.split(",") ?? Object.keys(parts)).map((name) =>
  isPartName(name) ? name : refuse(`--only takes ${Object.keys(parts).join(", ")}, and not ${name}.`)
)
/** The sources of each part that are mutated: all of them, or those that `--file` names by the ends of their paths. */
const chosen = asked
  .map((part) => ({ part, files: filesOf(part, values.file) }))
  .filter(({ files }) => files.length > 0)
if (chosen.length === 0) refuse(`--file names no source of ${asked.join(", ")}: ${values.file?.join(", ")}.`)
const atOnce = /^[1-9]\d?$/u.test(values["at-once"])
  ? Number(values["at-once"])
  : refuse(`--at-once has to be a number from 1 to 99, and is ${values["at-once"]}.`)

const noticed = ({ status }: Mutant): boolean => status === "Killed" || status === "Timeout"
const unnoticed = ({ status }: Mutant): boolean => status === "Survived" || status === "NoCoverage"

const copy = sandbox()
let passes = true
try {
  const left = explained()
  for (const { files, part } of chosen) {
    process.stderr.write(`${part}: ${files.join(" ")}\n`)
    const mutants = await run(copy.path, part, files, atOnce)
    const [killed, survivors] = [mutants.filter(noticed).length, mutants.filter(unnoticed)]
    const score = Math.floor((1000 * killed) / (killed + survivors.length)) / 10
    const unexplained = survivors.filter((mutant) => !isExplained(left, mutant))
    if (score < least || unexplained.length > 0) passes = false
    if (values.json) for (const mutant of mutants) console.log(JSON.stringify({ part, ...mutant }))
    else {
      const endless = mutants.filter(({ status }) => status === "Timeout").length
      const counted = `${killed} of ${killed + survivors.length} mutants noticed (${endless} without an end), ${survivors.length} not`
      console.log(`${part}: ${score} %, ${counted}, ${unexplained.length} of them without a reason in docs/mutation.md`)
      for (const mutant of unexplained) console.log(row(mutant))
    }
  }
} finally {
  copy.remove()
}
process.exitCode = passes ? 0 : 1
