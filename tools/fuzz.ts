/**
 * Compares the back ends of packages/rules and the oracle of its tests on random forms and payloads:
 * `pnpm fuzz --runs 1000000 --seed 7 [--pair 123] [--json]`. Prints one line at the end, and exits with 1 where there is a difference.
 */
import { backEnds } from "../packages/rules/test/fuzz/compare.ts"
import { PAYLOADS } from "../packages/rules/test/fuzz/pairs.ts"
import { type Found, run, type Tally } from "../packages/rules/test/fuzz/run.ts"
import { differenceOf, shrink } from "../packages/rules/test/fuzz/shrink.ts"
import * as CommandLine from "./options.ts"

const usage = `Compares the back ends of the rules and their oracle on random forms and payloads.

  pnpm fuzz                     20,000 pairs from a seed that is drawn
  pnpm fuzz --runs N --seed S   N pairs from seed S
  pnpm fuzz --seed S --pair P   one pair again

  --json                        one object, for programs`

const values = CommandLine.read(usage, {
  runs: { type: "string", default: "20000" },
  seed: { type: "string" },
  pair: { type: "string" },
  json: { type: "boolean", default: false }
})

const whole = (name: string, text: string): number => {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  console.error(`--${name} has to be a whole number, and is ${text}.`)
  process.exit(2)
}

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : whole("seed", values.seed)
const only = values.pair === undefined ? undefined : whole("pair", values.pair)
const from = only ?? 0
const to = only === undefined ? whole("runs", values.runs) : only + 1

const started = performance.now()
let shown = 0

/** A progress bar on a terminal; otherwise a line every ten seconds. */
const progress = (tally: Tally): void => {
  const now = performance.now()
  const isWatched = process.stderr.isTTY
  if (now - shown < (isWatched ? 100 : 10_000)) return
  shown = now
  const done = tally.pairs / (to - from)
  const rate = Math.round((tally.pairs / (now - started)) * 1000)
  const said = `${Math.floor(done * 100)} %  ${tally.pairs} of ${to - from} pairs, ${rate} a second, seed ${seed}`
  const bar = "█".repeat(Math.round(done * 30)).padEnd(30, "·")
  process.stderr.write(isWatched ? `\r\u001b[K${bar} ${said}` : `${said}\n`)
}

const explain = (found: Found): void => {
  const { definition, difference, input, pair } = found
  const isPair = differenceOf(backEnds, found) !== undefined
  const small = isPair ? shrink(backEnds, found, difference.between) : { definition, input }
  const { between, one, other } = (isPair ? differenceOf(backEnds, small) : undefined) ?? difference
  const replay = `pnpm fuzz --seed ${seed} --pair ${pair}`
  if (values.json) {
    console.log(JSON.stringify({ pair, seed, ...small, between, one, other, replay }))
    return
  }
  console.log(`A difference between ${between}, shrunk:`)
  console.log(`definition ${JSON.stringify(small.definition)}`)
  console.log(`payload    ${JSON.stringify(small.input.data)}`)
  console.log(`options    ${JSON.stringify(small.input.options)}`)
  console.log(`one        ${one}\nother      ${other}`)
  console.log(`To repeat this pair alone: ${replay}`)
}

if (!values.json) process.stderr.write(`Fuzzing with seed ${seed}, ${PAYLOADS} payloads a form.\n`)
shown = performance.now()
const tally = await run(backEnds, seed, { from, to }, progress)
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K")
const { found, ...counts } = tally
if (found !== undefined) explain(found)
const differences = found === undefined ? 0 : 1
if (values.json) {
  const seconds = (performance.now() - started) / 1000
  console.log(JSON.stringify({ ...counts, differences, seed, seconds }))
} else console.log(`${tally.pairs} pairs, ${differences} differences, seed ${seed}`)
process.exitCode = differences
