/** Tables of a caller's organisation, made at the port. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Caller } from "@formwork/domain/callers/Caller"
import { TableId, TableVersionId } from "@formwork/domain/tables/Table"
import { TableStore } from "@formwork/domain/tables/TableStore"

const columns = '{"keys":[{"name":"area","type":"text"}],"values":[{"name":"rate","type":"integer"}]}\n'
export const content = (...rates: ReadonlyArray<number>) => ({
  text: columns + rates.map((rate, index) => `["a${index}",${rate}]\n`).join(""),
  rows: rates.length
})

export const make = Effect.fnUntraced(function* (caller: Caller, name: string, ...rates: ReadonlyArray<number>) {
  const id = TableId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7())
  return yield* (yield* TableStore).create(caller, { id, name, ...content(...rates) }, 3)
})

export const publish = Effect.fnUntraced(function* (
  caller: Caller,
  name: string,
  revision: number,
  note: string | null = null
) {
  const id = TableVersionId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7())
  return yield* (yield* TableStore).publish(caller, name, revision, { id, note })
})

/** A table with one version. */
export const published = Effect.fnUntraced(function* (caller: Caller, name: string) {
  yield* make(caller, name, 1, 2)
  return yield* publish(caller, name, 1)
})
