/** Whether two values are alike in all members. Functions are alike. */
import { LongNumber } from "@formwork/rules/LongNumber"

export const same = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other) || (typeof one === "function" && typeof other === "function")) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (one instanceof LongNumber) return other instanceof LongNumber && one.literal === other.literal
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [members, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && same(value, others.get(name)))
  )
}
