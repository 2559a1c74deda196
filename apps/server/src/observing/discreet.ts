/** A tracer whose spans say that something failed, and not with which words: those of the database may quote what was filed. */
import { Cause, Exit, Tracer } from "effect"

const named = (failure: unknown): string => {
  if (typeof failure !== "object" || failure === null) return "failure"
  if ("reason" in failure && typeof failure.reason === "object" && failure.reason !== null && "_tag" in failure.reason)
    return String(failure.reason._tag)
  if ("_tag" in failure) return String(failure._tag)
  return failure instanceof Error ? failure.name : "failure"
}

/** The kind of failure, without its message and its stack, which repeats the message. */
const nameless = (cause: Cause.Cause<unknown>): Error => {
  const name = named(Cause.squash(cause))
  const error = new Error(name)
  error.name = name
  error.stack = name
  return error
}

export const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const span = tracer.span(options)
      const end = span.end.bind(span)
      span.end = (time, exit) =>
        end(time, Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause) ? Exit.fail(nameless(exit.cause)) : exit)
      return span
    }
  })
