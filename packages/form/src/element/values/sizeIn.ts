/** Sizes of files as people read them in their language: `6.2 MB`. */
import { numberFormat } from "./formats.ts"

const UNITS = [
  [1_000_000, "megabyte"],
  [1_000, "kilobyte"]
] as const

/** With one decimal at most. */
export const sizeIn = (language: string, bytes: number): string => {
  const [factor, unit] = UNITS.find(([least]) => bytes >= least) ?? [1, "byte"]
  return numberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / factor)
}
