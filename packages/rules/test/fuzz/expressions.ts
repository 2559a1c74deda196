/** Random expressions of every kind, sound by construction. */
import type { Makers } from "./Expression.ts"
import { condition } from "./conditions.ts"
import { number } from "./numbers.ts"
import { choices, date, datetime, text, time } from "./others.ts"

export const makers: Makers = {
  number,
  condition,
  text,
  date,
  time,
  datetime,
  choices,
  scalar: (readable, depth) =>
    readable.random.pick([number, number, number, condition, text, date, time, datetime])(readable, depth)
}
