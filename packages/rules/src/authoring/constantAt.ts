/** The constant of a definition that a pointer leads to. */
import { type Json, memberOf } from "../Json.ts"
import { pointerTokens } from "../values/pointer.ts"

/**
 * @param pointer of a constant or of anything in it: `/constants/base_rate/value`.
 * @returns its name; undefined where there is none.
 */
export const constantAt = (definition: Json, pointer: string): string | undefined => {
  const [first, name] = pointerTokens(pointer)
  const constants = memberOf(definition, "constants")
  return first === "constants" && name !== undefined && memberOf(constants, name) !== undefined ? name : undefined
}
