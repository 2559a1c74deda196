import { planOf } from "./Plan.ts"
import { simulate } from "./simulate.ts"
import { bugs } from "./bugs/Bugs.ts"
const most = Number(process.argv[2] ?? 300)
for (const bug of bugs) {
  const began = performance.now()
  let seed = 0, v
  for (; seed < most && v === undefined; seed++) v = simulate(planOf(seed), bug).violation
  console.log(v === undefined ? "NOT FOUND" : `seed ${seed - 1}`.padEnd(9), Math.round(performance.now()-began)+" ms", bug.name, "|", v?.invariant, "|", v?.expected.slice(0,90), "|", v?.happened.slice(0,90))
}
