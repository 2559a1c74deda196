/** What the parts show in development. */
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"

/** A text of a stranger: markup, an override of the writing direction, a zero-width character, two scripts. */
export const strange = "<b>x</b>\u202Etxt\u200B א \u0007"

export const long = "A sentence that goes on until it needs a second line in a narrow window, and then some words more."

export const day = "2026-11-23T09:00:00.000Z"

export const options = [
  { id: "one", label: "One" },
  { id: "two", label: "Two" },
  { id: "three", label: long }
] as const

/** The same where a label may be a stranger's. */
export const strangeOptions = options.map(({ id, label }) => ({ id, label: id === "two" ? strange : label }))

export type OptionId = (typeof options)[number]["id"]

const said = { title: "Refused", error: long, requestId: "01a206a2-c04a-771a-81c5-88934cc88200" }

export const errors = {
  privilege: new FormworkError(
    {
      ...said,
      type: "urn:formwork:problem:privilege-required",
      status: 403,
      code: "PRIVILEGE_REQUIRED",
      privilege: "form:read"
    },
    undefined
  ),
  missing: new FormworkError(
    { ...said, type: "urn:formwork:problem:not-found", status: 404, code: "NOT_FOUND" },
    undefined
  ),
  busy: new FormworkError({ ...said, type: "urn:formwork:problem:unavailable", status: 503, code: "UNAVAILABLE" }, 600),
  unreachable: new FormworkUnreachable("no answer"),
  unexpected: new TypeError("a mistake of the console")
}

export const series = [
  { id: "evaluate", label: "Evaluated" },
  { id: "create", label: "Filed" },
  { id: "third", label: "Third" }
] as const

export type SeriesId = (typeof series)[number]["id"]

export const days = Array.from({ length: 14 }, (_, index) => ({
  id: `2026-11-${String(index + 1).padStart(2, "0")}`,
  label: `${index + 1} Nov`,
  amountOf: (id: SeriesId): number => (id === "evaluate" ? index * 37 : id === "create" ? index % 3 : 5)
}))

/** Ranges of unequal widths, the last of which leads nowhere. */
export const buckets = [
  { id: "0", label: "0 to 10", from: 0, to: 10, amount: 5, link: { to: "/" } },
  { id: "20", label: "20 to 60", from: 20, to: 60, amount: 40, link: { to: "/" } },
  { id: "60", label: "60 to 100", from: 60, to: 100, amount: 3 }
] as const
