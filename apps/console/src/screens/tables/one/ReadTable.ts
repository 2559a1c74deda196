/** A table as its screens read it: with the `etag` of its draft. */
import type { Table } from "@formwork/client/contract"

export interface ReadTable extends Table {
  readonly etag: string
}
