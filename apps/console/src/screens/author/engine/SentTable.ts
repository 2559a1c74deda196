/** A version of a table of the organisation, as the API gives its rows (`ndjson`). */
export interface SentTable {
  readonly table: string
  readonly version: number
  readonly text: string
}
