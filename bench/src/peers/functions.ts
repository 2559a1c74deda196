/** Functions for engines without dates or rounding. */

/** How pounds are rounded in doubles, everywhere. */
export const roundToPence = (value: number): number => Math.round(value * 100) / 100

export const yearsBetween = (from: string, to: string): number => {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** Of dates, or the dates of date-times as written. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000)
