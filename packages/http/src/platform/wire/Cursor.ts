/** The cursor of a list of submissions: its position, as an opaque text. */
import { DateTime, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Position } from "@formwork/domain/filing/readPage"
import { crc32 } from "@formwork/domain/credentials/Crc32"
import { isInYears } from "../../endpoint/Timestamp.ts"

const isSubmissionId = Schema.is(SubmissionId)

/** What a reference number is made of (spec/rules.md §1.15). */
const referenceNumber = /^[A-Za-z0-9 _./-]{1,200}$/u

/** A checksum, not a signature: row security decides what is seen. It detects a cursor that was cut or came from another list. */
const checksum = (list: string, place: string): string =>
  crc32(encodeURIComponent(`${list} ${place}`))
    .toString(16)
    .padStart(8, "0")

/** @param list names the list: a cursor is valid for that list only. */
export const encode = (list: string, position: Position): string => {
  const place =
    "id" in position
      ? `${DateTime.toEpochMillis(position.createdAt).toString(36)}.${position.id}`
      : `.${position.referenceNumber}`
  return Base64Url.encode(checksum(list, place) + place)
}

/**
 * Undefined where `encode` did not give this cursor for this list. The checksum can be forged, so a place is checked by itself:
 * no database is asked for a moment or a text that it cannot hold.
 */
export const decode = (list: string, cursor: string): Position | undefined => {
  const text = Base64Url.decodeString(cursor)
  if (Result.isFailure(text)) return undefined
  const [sum, place] = [text.success.slice(0, 8), text.success.slice(8)]
  if (sum !== checksum(list, place)) return undefined
  const dot = place.indexOf(".")
  if (dot === 0) {
    const reference = place.slice(1)
    return referenceNumber.test(reference) ? { referenceNumber: reference } : undefined
  }
  const [millis, id] = [Number.parseInt(place.slice(0, dot), 36), place.slice(dot + 1)]
  return isSubmissionId(id) && isInYears(millis) ? { createdAt: DateTime.makeUnsafe(millis), id } : undefined
}
