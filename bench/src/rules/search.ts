/**
 * Searches for forms that take longer than their steps predict: each gadget alone, then random ones together, until the time is up.
 * `node bench/src/rules/search.ts --seconds 120 --seed 7 [--explain] [--top 20] [--only checks]`
 */
import { parseArgs } from "node:util"
import { compile } from "@formwork/rules/compile"
import { compileClosures } from "@formwork/rules/compileClosures"
import { kept } from "../measure.ts"
import { random } from "../random.ts"
import { OPTIONS } from "../demo.ts"
import { payloads } from "./gadgets.ts"
import { type HostileForm, randomForm, singles } from "./hostileForms.ts"
import { checked } from "./ours.ts"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "120" },
    seed: { type: "string", default: "1" },
    top: { type: "string", default: "25" },
    explain: { type: "boolean", default: false },
    only: { type: "string", default: "" }
  }
})

interface Found {
  readonly name: string
  readonly backEnd: string
  readonly millis: number
  readonly steps: number
  readonly count: number
}

/** CPU time of this thread: the load of the machine does not count. */
const timeOf = (run: () => unknown): number => {
  const from = process.threadCpuUsage()
  kept.value = run()
  const { system, user } = process.threadCpuUsage(from)
  return (system + user) / 1000
}

const chance = random(Number(values.seed))
const found: Array<Found> = []

/** The longest over all payloads, each with the better of its runs, which removes noise of the machine. */
const worst = ({ count, form, name, steps }: HostileForm): void => {
  const ready = checked(form)
  const ends = values.explain
    ? [{ name: "explain", compile }]
    : [
        { name: "compile", compile },
        { name: "closures", compile: compileClosures }
      ]
  for (const { compile: make, name: backEnd } of ends) {
    let millis = 0
    const compiled = make(ready)
    for (const data of payloads(chance)) {
      const run = values.explain ? () => compiled.explain(data, OPTIONS) : () => compiled.evaluate(data, OPTIONS)
      const first = timeOf(run)
      // The very first run, not yet optimised, counts on its own.
      millis = Math.max(millis, millis === 0 ? first : Math.min(first, timeOf(run)))
    }
    found.push({ name, backEnd, millis, steps, count })
  }
}

const end = performance.now() + Number(values.seconds) * 1000
const fixed = singles()
let tried = 0
while (performance.now() < end) {
  const made = fixed[tried]
  const form = made === undefined ? randomForm(chance) : made()
  tried += 1
  if (form !== undefined && form.name.startsWith(values.only)) worst(form)
  if (tried % 50 === 0) process.stderr.write(`${tried} forms, ${Math.round((end - performance.now()) / 1000)} s left\n`)
}

for (const { backEnd, count, millis, name, steps } of found
  .toSorted((a, b) => b.millis - a.millis)
  .slice(0, Number(values.top))) {
  const each = Math.round((millis * 1e6) / steps)
  process.stdout.write(
    `${millis.toFixed(1).padStart(7)} ms ${String(each).padStart(6)} ns/step ${backEnd.padEnd(9)} ×${count} ${name}\n`
  )
}
process.stdout.write(
  `${found.length} measured of ${tried} forms; worst ${Math.max(...found.map(({ millis }) => millis)).toFixed(1)} ms\n`
)
