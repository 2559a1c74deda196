/** Canonical JSON: equal values have equal bytes, because members are sorted by name (after RFC 8785, for parsed JSON). */
import type { Json } from "@formwork/rules/Json"
import { LongNumber } from "@formwork/rules/LongNumber"

const write = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`
  if (value instanceof LongNumber) return value.literal
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`
}

/** UTF-16 code units of the canonical text, low byte first: only ever hashed, so no encoder is needed. */
export const bytes = (value: Json): Uint8Array => {
  const text = write(value)
  const out = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    out[2 * index] = unit & 0xff
    out[2 * index + 1] = unit >>> 8
  }
  return out
}
