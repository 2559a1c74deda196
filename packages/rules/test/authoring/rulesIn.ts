/** The rules of a definition, found without the checker. */
import type { Json, JsonObject } from "../../src/Json.ts"
import { below } from "../../src/values/pointer.ts"

export interface Rule {
  readonly pointer: string
  readonly source: string
}

const members: ReadonlySet<string> = new Set(["formula", "visibleWhen", "requiredWhen", "check", "when", "$"])

/** Every text of the checks, outcomes, effects and rules of fields: rules, messages, settings. */
export const textsIn = (definition: Json): ReadonlyArray<Rule> =>
  strings(definition).filter(
    ({ pointer }) =>
      /^\/(?:checks|outcomes|effects)/.test(pointer) || /\/(?:formula|visibleWhen|requiredWhen)$/.test(pointer)
  )

const strings = (json: Json, pointer = ""): ReadonlyArray<Rule> =>
  typeof json === "string"
    ? [{ pointer, source: json }]
    : typeof json === "object" && json !== null
      ? Object.entries(json).flatMap(([name, member]: [string, Json]) => strings(member, below(pointer, name)))
      : []

/** Every text under a name that rules have. No form of the fuzzer has such a name for anything else. */
export const rulesIn = (definition: Json, pointer = ""): ReadonlyArray<Rule> => {
  if (typeof definition !== "object" || definition === null) return []
  if (Array.isArray(definition))
    return definition.flatMap((entry: Json, index) => rulesIn(entry, below(pointer, index)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lists are handled above
  return Object.entries(definition as JsonObject).flatMap(([name, value]) =>
    typeof value === "string"
      ? members.has(name)
        ? [{ pointer: below(pointer, name), source: value }]
        : []
      : rulesIn(value, below(pointer, name))
  )
}
