/** Sizes of files as people read them: `6.2 MB`. */
import { writtenIn } from "./Signs.ts"
import type { Words } from "./Words.ts"

const UNITS = [1, 1_000, 1_000_000]

/**
 * With one decimal at most, of a kilobyte or a megabyte. A size is rounded up and a bound down, so that one that is greater is shown as greater.
 * @param bytes a whole number, not negative.
 */
export const sizeIn = (
  { signs, sizes }: Pick<Words, "signs" | "sizes">,
  bytes: number,
  round: "down" | "up"
): string => {
  const at = UNITS.findLastIndex((unit) => bytes >= unit)
  const tenths = bytes / ((UNITS[at] ?? 1) / 10)
  const rounded = (round === "up" ? Math.ceil(tenths) : Math.floor(tenths)) / 10
  return `${writtenIn(signs, String(rounded))}\u00a0${sizes[Math.max(at, 0)] ?? ""}`
}
