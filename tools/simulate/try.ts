import { planOf } from "./Plan.ts"
import { simulate } from "./simulate.ts"
const [from = 0, count = 1] = process.argv.slice(2).map(Number)
for (let seed = 1e6; seed < 1e6+50; seed++) simulate(planOf(seed))
const began = process.cpuUsage().user/1000
let hours = 0, steps = 0, bad = 0
for (let seed = from; seed < from + count; seed++) {
  const o = simulate(planOf(seed))
  hours += o.simulatedMillis / 3.6e6; steps += o.steps
  if (o.violation !== undefined) { bad++; if (bad < 5) { console.log(seed, JSON.stringify(o.violation, null, 1)); } }
  if (count === 1) for (const l of o.lines) console.log(((l.atMillis - o.startMillis)/1000).toFixed(3), l.who, "|", l.says)
}
const ms = process.cpuUsage().user/1000 - began
console.log({ count, bad, perSeed: ms / count, hours, hoursPerMinute: hours / ms * 60000, steps: steps/count })
