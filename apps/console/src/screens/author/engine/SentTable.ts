/** A version of a table of the organisation, as the API gives its rows (`ndjson`). */
export interface SentTable {
  readonly table: string
  readonly version: number
  readonly text: string
}

/** What the page knows of the organisation's tables. */
export interface SentTables {
  /** Those that definitions name, as far as they exist. */
  readonly tables: ReadonlyArray<SentTable>
  /** Every published table with the number of its newest version. Left out where the person reads no tables. */
  readonly published?: ReadonlyArray<readonly [name: string, newest: number]>
}
