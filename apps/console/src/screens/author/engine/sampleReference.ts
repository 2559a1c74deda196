/** A reference number as the form would give one. */
import type { ReferencePart } from "@formwork/rules/Definition"

const written = (part: ReferencePart, today: string): string => {
  switch (part.kind) {
    case "literal":
      return part.text
    case "year":
      return today.slice(4 - part.digits, 4)
    case "month":
      return today.slice(5, 7)
    case "day":
      return today.slice(8, 10)
    case "sequence":
      return "1".padStart(part.width, "0")
    case "random":
      return "X".repeat(part.length)
  }
}

/** @param today `YYYY-MM-DD`. The first number of the year; random characters are shown as X. */
export const sampleReference = (reference: ReadonlyArray<ReferencePart>, today: string): string =>
  reference.map((part) => written(part, today)).join("")
