/** Sizes of files as people read them in their language: `6.2 MB`. */
import { numberFormat } from "./formats.ts"

const UNITS = [
  [1_000_000, "megabyte"],
  [1_000, "kilobyte"]
] as const

/**
 * With one decimal at most, of a kilobyte or a megabyte. A size is rounded up and a bound down, so that one that is greater is shown as greater.
 * @param bytes a whole number, not negative.
 */
export const sizeIn = (language: string, bytes: number, round: "down" | "up"): string => {
  const [factor, unit] = UNITS.find(([least]) => bytes >= least) ?? [1, "byte"]
  const tenths = bytes / (factor / 10)
  const rounded = (round === "up" ? Math.ceil(tenths) : Math.floor(tenths)) / 10
  const unitDisplay = unit === "byte" ? "long" : "short"
  return numberFormat(language, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 }).format(rounded)
}
