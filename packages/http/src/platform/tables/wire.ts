/** What the tables of an organisation look like in requests and answers. */
import { Effect, Schema } from "effect"
import { RequestInvalid, TableNotFound } from "@formwork/domain/callers/Refusal"
import { problem } from "@formwork/domain/request/decoder"
import type { TableFile } from "@formwork/domain/tables/readTableFile"
import { TableName, TableRecord, TableVersionRecord } from "@formwork/domain/tables/Table"
import type { TableEdition } from "@formwork/domain/forms/Tables"
import * as Query from "../../endpoint/Query.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import * as Page from "../wire/Page.ts"

/** Bytes of a body with a table: 200,000 rows of some forty characters. */
export const tableBytes = 10 * 1024 * 1024

/** The table that a path names. */
export const table = { params: { tableName: TableName }, notFound: new TableNotFound() }

export const Table = Schema.Struct({
  ...TableRecord.fields,
  draftRevision: TableRecord.fields.draftRevision.annotate({
    description: "1 for the first draft, and 1 more at each change of it."
  }),
  rows: TableRecord.fields.rows.annotate({ description: "Rows of the draft." }),
  version: TableRecord.fields.version.annotate({ description: "The newest version; null where none was published." }),
  publishedRevision: TableRecord.fields.publishedRevision.annotate({
    description: "The draft's revision that the newest version was made from."
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotate({ identifier: "Table", description: "A table of the organisation, without its rows." })

export const TableVersion = Schema.Struct({ ...TableVersionRecord.fields, publishedAt: Timestamp }).annotate({
  identifier: "TableVersion",
  description: "A version of a table, without its rows. It never changes."
})

const csv = Schema.String.annotate({
  description:
    "Comma-separated values (RFC 4180), also with semicolons or tabs. The first line names each column with its type: " +
    "`postcode: exact text,age: from integer,factor: number 4`; a column without `exact` or `from` is a value. `*` in a key is any value."
})

const ndjson = Schema.String.annotate({
  description:
    'Lines of JSON: `{"keys": […], "values": […]}` as in a definition, and then each row as a list of its cells.'
})

/** The rows of a table, in one of two forms. */
const rows = { csv: Schema.optionalKey(csv), ndjson: Schema.optionalKey(ndjson) }

export const TableRequest = Schema.Struct(rows).annotate({
  identifier: "TableRequest",
  description: "The rows of a table: `csv` or `ndjson`.",
  examples: [{ csv: "area: exact text,age: from integer,factor: number 2\nnorth,18,1.25\nnorth,25,1.00\n*,18,1.50\n" }]
})

export const NewTableRequest = Schema.Struct({ name: TableName, ...rows }).annotate({
  identifier: "NewTableRequest",
  description: "A table with its rows: `csv` or `ndjson`.",
  examples: [{ name: "areas", csv: "area: exact text,factor: number 2\nnorth,1.25\nsouth,1.00\n" }]
})

const eitherOr = new RequestInvalid({
  problems: [problem(["csv"], "rule", "and `ndjson`: send exactly one of the two")]
})

/** Refuses: `RequestInvalid` for none of the two forms, and for both. */
export const fileOf = ({ csv, ndjson }: typeof TableRequest.Type): Effect.Effect<TableFile, RequestInvalid> => {
  if (csv !== undefined && ndjson === undefined) return Effect.succeed({ format: "csv", text: csv })
  if (ndjson !== undefined && csv === undefined) return Effect.succeed({ format: "ndjson", text: ndjson })
  return Effect.fail(eitherOr)
}

/** `draft`, or the number of a version. */
const Edition = Schema.Union([Schema.Literal("draft"), Page.countUpTo(999_999_999)])

export const editionOf = (text: typeof Edition.Type): TableEdition => (text === "draft" ? text : Number(text))

export const edition = (description: string) => Query.parameter(description, Edition)
