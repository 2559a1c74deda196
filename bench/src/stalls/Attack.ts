/** A request, or several at once, made to hold the thread that answers them. */
import type { Answer, Target } from "./Target.ts"

export interface Attack {
  readonly name: string
  /** What is put there before the measuring. */
  readonly prepare?: (target: Target) => Promise<string>
  /** @param given what `prepare` gave, such as a form's id. */
  readonly run: (target: Target, given: string) => Promise<ReadonlyArray<Answer>>
}
