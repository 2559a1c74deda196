/** The date in a time zone, `YYYY-MM-DD`. */
export const dateIn = (timeZone: string, moment: Date): string => {
  const parts = new Map(
    new Intl.DateTimeFormat("en", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value])
  )
  return `${parts.get("year") ?? ""}-${parts.get("month") ?? ""}-${parts.get("day") ?? ""}`
}
