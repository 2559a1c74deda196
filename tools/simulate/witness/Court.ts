/** What happened, line by line, and the first thing that should not have happened. */
import type { Timeline } from "../time/Timeline.ts"

export interface Line {
  readonly atMillis: number
  readonly who: string
  readonly says: string
}

/** A broken promise of the service. */
export interface Violation {
  readonly invariant: string
  readonly expected: string
  readonly happened: string
  readonly atMillis: number
}

export class Court {
  readonly lines: Array<Line> = []
  violation: Violation | undefined
  readonly timeline: Timeline

  constructor(timeline: Timeline) {
    this.timeline = timeline
  }

  note(who: string, says: string): void {
    this.lines.push({ atMillis: this.timeline.nowMillis, who, says })
  }

  /** The first violation ends the world. */
  violate(invariant: string, expected: string, happened: string): void {
    this.violation ??= { invariant, expected, happened, atMillis: this.timeline.nowMillis }
  }

  /** @returns whether it holds. */
  expect(holds: boolean, invariant: string, expected: string, happened: string): boolean {
    if (!holds) this.violate(invariant, expected, happened)
    return holds
  }
}
