/** A failure as a page that a person reads: what was expected, what happened instead, who did what before, and how to see it again. */
import type { Plan } from "../Plan.ts"
import type { Outcome } from "../simulate.ts"
import type { Line, Violation } from "../witness/Court.ts"

const clock = (millis: number): string => {
  const [hours, minutes] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60]
  return `${hours}:${String(minutes).padStart(2, "0")}:${((millis % 60_000) / 1_000).toFixed(3).padStart(6, "0")}`
}

/** Ids as short names, in the order in which they appear: #1 is the same record everywhere on a page. */
const named = (text: string): string => {
  const names = new Map<string, string>()
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gu, (id) => {
    const name = names.get(id) ?? `#${names.size + 1}`
    names.set(id, name)
    return name
  })
}

const written = (startMillis: number, { atMillis, says, who }: Line): string =>
  `${clock(atMillis - startMillis)}  ${who.padEnd(12)}  ${says}`

/** Every line of a world, ids as they are: two runs of one plan give the same bytes. */
export const trace = ({ lines, startMillis }: Outcome): string =>
  lines.map((line) => written(startMillis, line)).join("\n")

/** The options of the command line that make this plan. */
export const replayOf = (plan: Plan, whole: Plan, bug?: string): string => {
  const acts = plan.acts.map(({ number }) => number)
  return [
    `pnpm simulate --replay ${plan.seed}`,
    ...(acts.length === whole.acts.length ? [] : [`--acts ${acts.length === 0 ? "none" : acts.join(",")}`]),
    ...(plan.without.size === 0 ? [] : [`--without ${[...plan.without].join(",")}`]),
    ...(plan.servers === whole.servers ? [] : [`--servers ${plan.servers}`]),
    ...(bug === undefined ? [] : [`--bug "${bug}"`])
  ].join(" ")
}

/** Idle looks at the outbox say nothing: they are counted. */
const isIdle = ({ says }: Line): boolean => says === "Outbox.claim" || says === "UsageStore.add"

/** Lines before the violation. */
const shown = 60

export const page = (
  { lines, startMillis }: Outcome,
  { atMillis, expected, happened, invariant }: Violation,
  plan: Plan,
  replay: string
): string => {
  const telling = lines.filter((line) => !isIdle(line))
  const last = telling.slice(-shown)
  const left = telling.length - last.length
  const acts = plan.acts.map(({ kind, number, organisation }) => `${number} ${kind} (${"AB".charAt(organisation)})`)
  return named(
    [
      `Seed ${plan.seed} breaks a promise: ${invariant}.`,
      "",
      `Expected  ${expected}.`,
      `Happened  ${happened}.`,
      `When      ${clock(atMillis - startMillis)} after the beginning, with ${plan.servers} ${plan.servers === 1 ? "server" : "servers"}`,
      `Acts      ${acts.length === 0 ? "none" : acts.join(", ")}`,
      `Again     ${replay}`,
      "",
      ...(left > 0 ? [`… ${left} lines before; --trace prints all`] : []),
      ...last.map((line) => written(startMillis, line)),
      `${clock(atMillis - startMillis)}  ${"VIOLATION".padEnd(12)}  ${invariant}`
    ].join("\n")
  )
}
