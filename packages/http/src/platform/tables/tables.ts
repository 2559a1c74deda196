/** The tables of an organisation, which the rules of its forms look up in: made, filled, published, compared and downloaded. */
import { Effect, Schema } from "effect"
import { FormId, FormVersionId, PublicationNote, TableUse } from "@formwork/domain/forms/Form"
import { Tables } from "@formwork/domain/forms/Tables"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, file, json, noContent, tagged } from "../../endpoint/Success.ts"
import { DespiteExamples } from "../forms/wire.ts"
import * as Download from "../wire/Download.ts"
import * as Page from "../wire/Page.ts"
import { items, list } from "../wire/Wire.ts"
import { rowsFile } from "./rowsFile.ts"
import {
  edition,
  editionOf,
  fileOf,
  NewTableRequest,
  Table,
  table,
  tableBytes,
  TableRequest,
  TableVersion
} from "./wire.ts"

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/tables",
  summary: "Every table of the organisation, sorted by name, without rows",
  needs: "table:read",
  success: json(list(Table)),
  handle: ({ caller }) => Tables.use((tables) => items(tables.list(caller)))
})

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/tables",
  summary: "Make a table, with its rows as a draft",
  description: "No form can use it until it is published. Its name never changes. At most 200,000 rows and 16 columns.",
  needs: "table:write",
  body: NewTableRequest,
  bodyBytes: tableBytes,
  success: created(Table),
  refuses: ["TableInvalid", "TableNameTaken", "TableLimitReached"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const tables = yield* Tables
    const given = Effect.flatMap(body, ({ name, ...rows }) => Effect.map(fileOf(rows), (file) => ({ name, file })))
    const made = yield* tables.create(caller, given)
    return { body: made, headers: { location: `/api/platform/tables/${made.name}` } }
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/tables/:tableName",
  summary: "A table without its rows, and the ETag of its draft",
  needs: "table:read",
  of: table,
  success: tagged(Table),
  handle: Effect.fnUntraced(function* ({ caller, params }) {
    const found = yield* (yield* Tables).get(caller, params.tableName)
    return { body: found, headers: { etag: IfMatch.tag(found.draftRevision) } }
  })
})

const save = endpoint({
  name: "save",
  method: "PUT",
  path: "/api/platform/tables/:tableName/draft",
  summary: "Replace the rows of a table's draft",
  description:
    "Every fault is answered at once, with its line and column, and then nothing is stored. The first line of comma-separated values may be the " +
    "names of the columns alone, in any order, where they stay as they are. The file itself is taken too, as text/csv or application/x-ndjson.",
  needs: "table:write",
  of: table,
  headers: IfMatch.header,
  body: TableRequest,
  texts: { "text/csv": "csv", "application/x-ndjson": "ndjson" },
  bodyBytes: tableBytes,
  success: tagged(Table),
  refuses: ["TableStale", "TableInvalid"],
  handle: Effect.fnUntraced(function* ({ body, caller, headers, params }) {
    const tables = yield* Tables
    const given = Effect.flatMap(body, fileOf)
    const saved = yield* tables.save(caller, params.tableName, given, IfMatch.read(headers))
    return { body: saved, headers: { etag: IfMatch.tag(saved.draftRevision) } }
  })
})

const remove = endpoint({
  name: "remove",
  method: "DELETE",
  path: "/api/platform/tables/:tableName",
  summary: "Remove a table that was never published",
  needs: "table:write",
  of: table,
  success: noContent,
  refuses: ["TablePublished"],
  handle: ({ caller, params }) => Tables.use((tables) => tables.remove(caller, params.tableName))
})

/** Not named `export`, which is a reserved word of the language. */
const download = endpoint({
  name: "rows",
  method: "GET",
  path: "/api/platform/tables/:tableName/rows",
  summary: "The rows of a table as a file, as they can be sent back",
  needs: "table:read",
  of: table,
  query: {
    edition: edition("`draft`, or the number of a version."),
    format: Query.parameter("`csv` or `ndjson`.", Schema.Literals(["csv", "ndjson"]))
  },
  success: file(...Download.either),
  refuses: ["TableVersionNotFound"],
  handle: Effect.fnUntraced(function* ({ caller, params: { tableName }, query }) {
    const tables = yield* Tables
    const { text } = yield* tables.text(
      caller,
      tableName,
      Effect.map(query, (given) => editionOf(given.edition))
    )
    const { edition: wanted, format } = yield* query
    const name = `${tableName}-${wanted === "draft" ? wanted : `v${wanted}`}`
    return Download.stream(name, format, rowsFile(format, text))
  })
})

const Comparison = Schema.Struct({
  columns: Schema.Boolean.annotate({ description: "Whether a column came, went or changed." }),
  added: Schema.Int.annotate({ description: "Rows with keys that the other side does not have." }),
  removed: Schema.Int,
  changed: Schema.Int.annotate({ description: "Rows with the same keys and other values." }),
  rows: Schema.Array(
    Schema.Struct({
      before: Schema.NullOr(Schema.Array(Schema.Json)),
      after: Schema.NullOr(Schema.Array(Schema.Json))
    })
  ).annotate({ description: "Some of these rows, 200 at most, as a definition writes them." })
}).annotate({ identifier: "TableComparison" })

const compare = endpoint({
  name: "compare",
  method: "GET",
  path: "/api/platform/tables/:tableName/compare",
  summary: "What changes from one version of a table to another, or to its draft",
  needs: "table:read",
  of: table,
  query: { before: edition("`draft`, or the number of a version."), after: edition("The same.") },
  success: json(Comparison),
  refuses: ["TableVersionNotFound"],
  handle: Effect.fnUntraced(function* ({ caller, params, query }) {
    const editions = Effect.map(query, ({ after, before }) => ({ before: editionOf(before), after: editionOf(after) }))
    return yield* (yield* Tables).compare(caller, params.tableName, editions)
  })
})

const TablePublicationRequest = Schema.Struct({
  note: Schema.optionalKey(PublicationNote),
  forms: Schema.optionalKey(Schema.Array(FormId).check(Schema.isMaxLength(100), Schema.isUnique())).annotate({
    description: "Forms that get the new version of the table at once, each as a version of its own."
  }),
  despiteExamples: DespiteExamples
}).annotate({ identifier: "TablePublicationRequest", examples: [{ note: "Rates of 2027" }] })

const PublishedTable = Schema.Struct({
  version: TableVersion,
  forms: Schema.Array(
    Schema.Struct({
      formId: FormId,
      formVersionId: Schema.NullOr(FormVersionId).annotate({ description: "Null where nothing was published." }),
      faults: Schema.Array(Schema.Struct({ pointer: Schema.String, message: Schema.String }))
    })
  ).annotate({ description: "What became of each form that was named." })
}).annotate({ identifier: "PublishedTable" })

const publish = endpoint({
  name: "publish",
  method: "POST",
  path: "/api/platform/tables/:tableName/publish",
  summary: "Make the draft a version that forms can use",
  description:
    "A form keeps the version that it was published with; it takes the newest when it is published again. The forms that are named are published " +
    "again at once, as they are, with the new version: for that `form:publish` is needed too. What keeps one of them stands in its `faults`. " +
    "A draft that is a version already is answered with that one, and forms that have it stay as they are.",
  needs: "table:publish",
  of: table,
  headers: IfMatch.header,
  body: TablePublicationRequest,
  bodyIsOptional: true,
  success: json(PublishedTable),
  refuses: ["TableStale", "TableInvalid"],
  handle: Effect.fnUntraced(function* ({ body, caller, headers, params }) {
    const tables = yield* Tables
    return yield* tables.publish(caller, params.tableName, IfMatch.read(headers), body)
  })
})

const versions = endpoint({
  name: "versions",
  method: "GET",
  path: "/api/platform/tables/:tableName/versions",
  summary: "Every version, newest first, without its rows",
  needs: "table:read",
  of: table,
  query: Page.parameters(100, Page.countUpTo(999_999_999)),
  success: json(Page.page(TableVersion, Schema.String).annotate({ identifier: "TableVersionPage" })),
  handle: Effect.fnUntraced(function* ({ caller, params, query }) {
    const tables = yield* Tables
    const limit = Effect.map(query, ({ limit }) => Page.limitOf(limit))
    const page = Effect.map(query, ({ cursor, limit }) => ({
      limit: Page.limitOf(limit) + 1,
      ...(cursor === undefined ? {} : { before: Number(cursor) })
    }))
    const found = yield* tables.versions(caller, params.tableName, page)
    return Page.cut(found, yield* limit, ({ number }) => String(number))
  })
})

const Use = TableUse.annotate({
  identifier: "TableUse",
  description: "A form whose live version looks up in the table."
})

const uses = endpoint({
  name: "forms",
  method: "GET",
  path: "/api/platform/tables/:tableName/forms",
  summary: "The forms whose live version looks up in a table, and in which version of it",
  needs: "table:read",
  of: table,
  success: json(list(Use)),
  handle: ({ caller, params }) => Tables.use((tables) => items(tables.uses(caller, params.tableName)))
})

export const tables = resource(
  "tables",
  "Tables of the organisation: rows that the rules of forms look up by keys.",
  all,
  create,
  get,
  save,
  remove,
  download,
  compare,
  publish,
  versions,
  uses
)
