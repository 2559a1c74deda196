/** Reading the members of an effect that every kind has. `checkEffect` reads those of its kind. */
import { effectKinds, type EffectRule } from "../Definition.ts"
import type { JsonObject } from "../Json.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import {
  boolean,
  expression,
  fault,
  id,
  isObject,
  type Loose,
  object,
  oneOf,
  optional,
  type Placed,
  type Read,
  type ReadContext,
  required,
  text,
  addTypeFault
} from "../reading/Reader.ts"

/** Members of every effect. */
export const effectMembers = {
  id: required(id),
  kind: required(oneOf(effectKinds)),
  on: optional(text(1, 100)),
  when: optional(expression),
  internal: optional(boolean)
}

export const readEffect: Read<Loose<EffectRule>> = (reading, value, at) => {
  if (!isObject(value)) return addTypeFault(reading, value, at, "an effect, written in braces (`{…}`)")
  const entries = Object.entries(value)
  const isOwn = (name: string): boolean => Object.hasOwn(effectMembers, name)
  const known: JsonObject = Object.fromEntries(entries.filter(([name]) => isOwn(name)))
  const read = object(effectMembers, "an effect")(reading, known, at)
  const { internal, ...members } = read ?? {}
  return {
    ...members,
    ...(internal === true ? { internal } : {}),
    on: read?.on ?? "filed",
    settings: Object.fromEntries(entries.filter(([name]) => !isOwn(name)))
  }
}

/** Reports each effect whose `on` names an event that never happens. */
export const checkEvents = (
  reading: ReadContext,
  effects: ReadonlyArray<Placed<Loose<EffectRule>>>,
  states: ReadonlyArray<string>
): void => {
  for (const { pointer, value } of effects) {
    const on = value.on ?? "filed"
    if (on === "filed" || on === "draft_saved" || (on.startsWith("state:") && states.includes(on.slice(6)))) continue
    const events = ["filed", "draft_saved", ...states.map((state) => `state:${state}`)]
    const listed = events.map((event) => `\`${event}\``).join(", ")
    fault(
      reading,
      below(pointer, "on"),
      `Nothing happens that is called \`${on}\`.${didYouMean(on, events)}`,
      `one of ${listed}`
    )
  }
}
