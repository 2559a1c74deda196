/** What can go wrong at a step of a port: before it, after it, and with its answer. */
import { Context, Effect } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { Plan } from "../Plan.ts"
import type { Dice } from "../time/Dice.ts"
import type { Process } from "../time/Process.ts"
import type { Court } from "../witness/Court.ts"
import { Sender } from "@formwork/domain/sending/Sender"
import type { Call, Intercept } from "@formwork/testing/Ports"

/** Who asks, and the dice of the act that the request belongs to: leaving out another act changes nothing here. */
export interface Asker {
  readonly dice: Dice
  readonly who: string
}

/** Undefined for a worker, which has dice of its own. */
export const CurrentAsker = Context.Reference<Asker | undefined>("@formwork/simulate/CurrentAsker", {
  defaultValue: () => undefined
})

export interface FaultsOf {
  readonly plan: Plan
  readonly court: Court
  readonly dice: Dice
  readonly process: Process
  /** Whether faults still happen. */
  readonly areOn: () => boolean
  readonly crash: () => void
}

const lost = "the connection was lost"

/** Whether a fault of ours is the reason. */
export const isLost = ({ reason }: Unavailable): boolean => reason.startsWith(lost)

const longestDelayMillis = 20_000

/**
 * The database's end of each step, and what may happen around it. The roll is made also where a kind of fault is left out, so that
 * leaving it out changes nothing else.
 */
export const faulty = ({ areOn, court, crash, dice, plan, process }: FaultsOf): Intercept => {
  const { rates, without } = plan
  const died = (name: string, when: string) =>
    Effect.suspend(() => {
      court.note(process.name, `${name}: the process is killed ${when}`)
      crash()
      return Effect.never
    })
  const cut = (name: string, when: string) =>
    Effect.suspend(() => {
      court.note(process.name, `${name}: the connection is lost ${when}`)
      return Effect.die(new Unavailable({ reason: `${lost} ${when} ${name}` }))
    })
  /** Undefined where nothing happens. */
  const side = (name: string, when: "before" | "after", choose: Dice): Effect.Effect<void> | undefined => {
    const roll = choose.next()
    const { crash: crashes, delay, loss } = rates
    if (roll < crashes) return without.has("crashes") ? undefined : died(name, when)
    if (roll < crashes + loss) return without.has("losses") ? undefined : cut(name, when)
    if (roll < crashes + loss + delay) {
      const millis = choose.span(1, longestDelayMillis)
      return without.has("delays") ? undefined : Effect.sleep(millis)
    }
    return roll > 0.5 ? Effect.yieldNow : undefined
  }
  return (call, run) =>
    Effect.withFiber((fiber) => {
      const asker = fiber.getRef(CurrentAsker)
      const step = call.port === Sender.key ? run : process.atomically(run)
      if (!areOn()) return step
      const name = asker === undefined ? nameOf(call) : `${nameOf(call)} for ${asker.who}`
      const choose = asker?.dice ?? dice
      const noted = Effect.flatMap(step, (value) => {
        court.note(process.name, name)
        const after = side(name, "after", choose)
        return after === undefined ? Effect.succeed(value) : Effect.as(after, value)
      })
      const before = side(name, "before", choose)
      return before === undefined ? noted : Effect.andThen(before, noted)
    })
}

const nameOf = ({ method, port }: Call): string => `${port.slice(port.lastIndexOf("/") + 1)}.${method}`
