/** Tables of organisations, for tests of every operation. */
import { Effect } from "effect"
import { Tables } from "@formwork/domain/forms/Tables"
import type * as Harness from "./Harness.ts"

type Tenant = Effect.Success<typeof Harness.tenant>

export const csv = "area: exact text,factor: number 2\nnorth,1.25\nsouth,1.00\n"

export const unused = (): string => `t${crypto.randomUUID().replaceAll("-", "")}`

/** A new table with a unique name. */
export const table = Effect.fnUntraced(function* ({ operator }: Tenant) {
  const tables = yield* Tables
  return (yield* Effect.orDie(tables.create(operator, { name: unused(), file: { format: "csv", text: csv } }))).name
})
