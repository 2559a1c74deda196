/**
 * A moment by the person's own clock, as the rule language writes it: `2026-11-23T09:30:00+01:00`.
 * @param wall as a control gives it: `2026-11-23T09:30`. Anything else stays as it is.
 */
export const momentHere = (wall: string): string => {
  const at = new Date(wall)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/u.test(wall) || Number.isNaN(at.getTime())) return wall
  const ahead = -at.getTimezoneOffset()
  const two = (value: number): string => String(value).padStart(2, "0")
  const offset = `${ahead < 0 ? "-" : "+"}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  // An hour that the clock skips is another one.
  const shown = new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 19)
  return `${shown}${offset}`
}
