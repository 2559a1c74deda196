/** Which traces are kept, by the standard settings of OpenTelemetry. */
import { Option } from "effect"
import type { Tracer } from "effect"
import type { Sampler } from "../settings/samplers.ts"

/** A trace id is random in its last half: 52 bits of it are compared with the ratio. */
const position = (traceId: string): number => Number.parseInt(traceId.slice(-13), 16) / 2 ** 52

const byItself = (sampler: Sampler, ratio: number, traceId: string | undefined): boolean => {
  if (sampler.endsWith("always_on")) return true
  if (sampler.endsWith("always_off")) return false
  return (traceId === undefined ? Math.random() : position(traceId)) < ratio
}

/**
 * Gives the function that decides for a trace: as its parent was decided, for a sampler based on the parent.
 * @param ratio from 0 to 1, for the samplers with a ratio.
 */
export const sampling =
  (sampler: Sampler, ratio: number) =>
  (parent: Option.Option<Tracer.ExternalSpan>): boolean =>
    Option.isSome(parent) && sampler.startsWith("parentbased_")
      ? parent.value.sampled
      : byItself(sampler, ratio, Option.getOrUndefined(Option.map(parent, ({ traceId }) => traceId)))
