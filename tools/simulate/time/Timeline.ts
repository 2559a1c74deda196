/**
 * Virtual time, and the one loop in which a world happens. Work that is ready runs in an order that dice choose; when nothing is ready,
 * time jumps to the next timer.
 */
import type { Dice } from "./Dice.ts"

export interface Timer {
  readonly atMillis: number
  /** Decides between timers of one instant. */
  readonly tie: number
  readonly run: () => void
  isCancelled: boolean
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.atMillis < other.atMillis || (one.atMillis === other.atMillis && one.tie < other.tie)

export class Timeline {
  nowMillis: number
  /** How much has happened: tasks and timers. */
  steps = 0
  private readonly dice: Dice
  private readonly ready: Array<() => void> = []
  /** A binary heap: each timer comes before the two at twice its place. */
  private readonly timers: Array<Timer> = []

  constructor(startMillis: number, dice: Dice) {
    this.nowMillis = startMillis
    this.dice = dice
  }

  /** Runs `task` soon, at no later instant. */
  soon(task: () => void): void {
    this.ready.push(task)
  }

  after(millis: number, run: () => void): Timer {
    const timer = { atMillis: this.nowMillis + Math.max(0, millis), tie: this.dice.next(), run, isCancelled: false }
    this.push(timer)
    return timer
  }

  /** Goes on until nothing is left before `untilMillis`, or `isOver`; then it is `untilMillis`, or the last instant. */
  run(untilMillis: number, isOver: () => boolean): void {
    while (!isOver()) {
      const run = this.ready.length === 0 ? this.nextTimer(untilMillis) : this.nextTask()
      if (run === undefined) break
      this.steps += 1
      run()
    }
  }

  private nextTask(): (() => void) | undefined {
    const chosen = this.dice.below(this.ready.length)
    const last = this.ready.pop()
    if (last === undefined || chosen === this.ready.length) return last
    const run = this.ready[chosen]
    this.ready[chosen] = last
    return run
  }

  /** Undefined where no timer is left before `untilMillis`, which it then is. */
  private nextTimer(untilMillis: number): (() => void) | undefined {
    for (;;) {
      const timer = this.pop()
      if (timer === undefined) return undefined
      if (timer.atMillis > untilMillis) {
        this.push(timer)
        this.nowMillis = untilMillis
        return undefined
      }
      if (timer.isCancelled) continue
      this.nowMillis = timer.atMillis
      return timer.run
    }
  }

  private push(timer: Timer): void {
    const { timers } = this
    let at = timers.length
    timers.push(timer)
    while (at > 0) {
      const parent = timers[(at - 1) >> 1]
      if (parent === undefined || !isBefore(timer, parent)) break
      timers[at] = parent
      at = (at - 1) >> 1
    }
    timers[at] = timer
  }

  private pop(): Timer | undefined {
    const { timers } = this
    const [first] = timers
    const last = timers.pop()
    if (last === undefined || timers.length === 0) return first
    let at = 0
    for (;;) {
      const left = timers[2 * at + 1]
      const right = timers[2 * at + 2]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (child === undefined || !isBefore(child, last)) break
      timers[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    timers[at] = last
    return first
  }
}
