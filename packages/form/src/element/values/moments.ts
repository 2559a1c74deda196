/** Date-times: RFC 3339 in the payload, the wall clock of a time zone in the control. */
import { dateFormat } from "./formats.ts"

const wallIn = (instant: number, timeZone: string): string =>
  dateFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23"
  })
    .format(instant)
    .replace(" ", "T")

const MINUTE = 60_000

/** Minutes that the zone is ahead of UTC. */
const offsetAt = (instant: number, timeZone: string): number =>
  Math.round((Date.parse(`${wallIn(instant, timeZone)}Z`) - instant) / MINUTE)

const written = (offset: number): string => {
  if (offset === 0) return "Z"
  const minutes = Math.abs(offset)
  const two = (value: number): string => String(value).padStart(2, "0")
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** @returns the clock's `YYYY-MM-DDTHH:MM`, with seconds where there are any; undefined for what is no date-time. */
export const toWall = (moment: string, timeZone: string): string | undefined => {
  const instant = Date.parse(moment)
  if (!/^\d{4}-\d\d-\d\d[Tt]/u.test(moment) || Number.isNaN(instant)) return undefined
  return wallIn(instant, timeZone).replace(/:00$/u, "")
}

/** An hour that the clock shows twice is the first one; one that it skips is an hour later. */
export const toMoment = (wall: string, timeZone: string): string => {
  const seconds = wall.length === "2026-03-02T09:15".length ? `${wall}:00` : wall
  const asUtc = Date.parse(`${seconds}Z`)
  const before = offsetAt(asUtc - 24 * 60 * MINUTE, timeZone)
  const after = offsetAt(asUtc + 24 * 60 * MINUTE, timeZone)
  const offset = [before, after].find((minutes) => offsetAt(asUtc - minutes * MINUTE, timeZone) === minutes)
  if (offset !== undefined) return `${seconds}${written(offset)}`
  const instant = asUtc - before * MINUTE
  return `${wallIn(instant, timeZone)}${written(offsetAt(instant, timeZone))}`
}

/** The date in a time zone. */
export const todayIn = (timeZone: string): string => wallIn(Date.now(), timeZone).slice(0, 10)
