/** Tables of an organisation: made, filled, published, and put into use by forms. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { TableComparison } from "@formwork/rules/compareTables"
import * as Caller from "../callers/Caller.ts"
import { TableInvalid, TableStale, TableVersionNotFound } from "../callers/Refusal.ts"
import type {
  PrivilegeMissing,
  RequestInvalid,
  TableLimitReached,
  TableNameTaken,
  TableNotFound,
  TablePublished
} from "../callers/Refusal.ts"
import { Analyses } from "./Analyses.ts"
import type { TableUse } from "./Form.ts"
import { FormStore } from "./FormStore.ts"
import { addOutboundFaults } from "./outboundFaults.ts"
import { tablePublishing } from "./tablePublishing.ts"
import type { PublishedTable, PublishingTools, TablePublication } from "./tablePublishing.ts"
import { decode, decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import type { TableFile } from "../tables/readTableFile.ts"
import { TableId, TableLimits } from "../tables/Table.ts"
import type { TableName, TableRecord, TableVersionRecord } from "../tables/Table.ts"
import { TableStore } from "../tables/TableStore.ts"

/** A version of a table, or its draft. */
export type TableEdition = number | "draft"

/** Rows that a comparison shows. */
const mostShown = 200

export class Tables extends Context.Service<
  Tables,
  {
    /** Every table, sorted by name. Refuses: `PrivilegeMissing` (`table:read`). */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<TableRecord>, PrivilegeMissing>
    /** Refuses as `list`, then `TableNotFound`. */
    readonly get: (
      caller: Caller.Caller,
      name: TableName
    ) => Effect.Effect<TableRecord, PrivilegeMissing | TableNotFound>
    /**
     * A new table, with the rows of a file as its draft.
     * Refuses, in this order: `PrivilegeMissing` (`table:write`), `RequestInvalid`, `TableInvalid` with every fault,
     * `TableNameTaken`, `TableLimitReached`.
     */
    readonly create: (
      caller: Caller.Caller,
      given: Decoded<{ readonly name: TableName; readonly file: TableFile }>
    ) => Effect.Effect<
      TableRecord,
      PrivilegeMissing | RequestInvalid | TableInvalid | TableNameTaken | TableLimitReached
    >
    /**
     * Replaces the draft by a file. The first line of comma-separated values may name the columns alone, if they stay as they are.
     * Refuses, in this order: `PrivilegeMissing` (`table:write`), `TableNotFound`, `RequestInvalid`, `TableStale`,
     * `TableInvalid` with every fault.
     */
    readonly save: (
      caller: Caller.Caller,
      name: TableName,
      file: Decoded<TableFile>,
      revision: Decoded<number>
    ) => Effect.Effect<TableRecord, PrivilegeMissing | TableNotFound | RequestInvalid | TableStale | TableInvalid>
    /** The lines of the draft or of a version. Refuses as `get`, then `TableVersionNotFound`. */
    readonly text: (
      caller: Caller.Caller,
      name: TableName,
      edition: Decoded<TableEdition>
    ) => Effect.Effect<
      { readonly record: TableRecord; readonly text: string },
      PrivilegeMissing | TableNotFound | RequestInvalid | TableVersionNotFound
    >
    /**
     * Makes the draft a version. Forms in use keep the version that they have; those that are named get a version of their own with the new one.
     * A draft that is a version already stays that one, and so does a form that names it: asking again is safe.
     * Refuses, in this order: `PrivilegeMissing` (`table:publish`; with forms `form:publish` too), `TableNotFound`,
     * `RequestInvalid`, `TableStale`, `TableInvalid` without rows.
     */
    readonly publish: (
      caller: Caller.Caller,
      name: TableName,
      revision: Decoded<number>,
      publication: Decoded<TablePublication>
    ) => Effect.Effect<PublishedTable, PrivilegeMissing | TableNotFound | RequestInvalid | TableStale | TableInvalid>
    /** Removes a table that was never published. Refuses, in this order: `PrivilegeMissing` (`table:write`), `TableNotFound`, `TablePublished`. */
    readonly remove: (
      caller: Caller.Caller,
      name: TableName
    ) => Effect.Effect<void, PrivilegeMissing | TableNotFound | TablePublished>
    /** A page of versions, newest first. Refuses as `get`, then `RequestInvalid`. */
    readonly versions: (
      caller: Caller.Caller,
      name: TableName,
      page: Decoded<{ readonly limit: number; readonly before?: number }>
    ) => Effect.Effect<ReadonlyArray<TableVersionRecord>, PrivilegeMissing | TableNotFound | RequestInvalid>
    /** What changes from one edition of a table to another. Refuses as `text`. */
    readonly compare: (
      caller: Caller.Caller,
      name: TableName,
      editions: Decoded<{ readonly before: TableEdition; readonly after: TableEdition }>
    ) => Effect.Effect<TableComparison, PrivilegeMissing | TableNotFound | RequestInvalid | TableVersionNotFound>
    /** Forms whose live version looks up in the table. Refuses as `get`, then `PrivilegeMissing` (`form:read`). */
    readonly uses: (
      caller: Caller.Caller,
      name: TableName
    ) => Effect.Effect<ReadonlyArray<TableUse>, PrivilegeMissing | TableNotFound>
  }
>()("@formwork/domain/forms/Tables") {
  static readonly layer = Layer.effect(
    Tables,
    Effect.gen(function* () {
      const tools: Tools = {
        random: yield* SecureRandom.SecureRandom,
        store: yield* TableStore,
        forms: yield* FormStore,
        analyses: yield* Analyses,
        addOutbound: yield* addOutboundFaults,
        limits: yield* TableLimits
      }
      return Tables.of({ ...reading(tools), ...writing(tools), publish: tablePublishing(tools) })
    })
  ).pipe(Layer.provide(Analyses.layer))
}

type Service = Tables["Service"]

interface Tools extends PublishingTools {
  readonly limits: (typeof TableLimits)["Service"]
}

const reading = ({
  analyses,
  forms,
  store
}: Tools): Pick<Service, "list" | "get" | "text" | "versions" | "compare" | "uses"> => {
  const textOf = Effect.fnUntraced(function* (caller: Caller.Caller, name: TableName, edition: TableEdition) {
    if (edition === "draft") return (yield* store.draft(caller, name)).text
    const [found] = yield* store.find(caller, [{ table: name, version: edition }])
    return found === undefined ? yield* new TableVersionNotFound() : yield* store.text(caller, found.id)
  })
  return {
    list: Effect.fn("Tables.list")(function* (caller) {
      yield* Caller.require(caller, "table:read")
      return yield* store.list(caller)
    }),
    get: Effect.fn("Tables.get")(function* (caller, name) {
      yield* Caller.require(caller, "table:read")
      return yield* store.record(caller, name)
    }),
    text: Effect.fn("Tables.text")(function* (caller, name, given) {
      yield* Caller.require(caller, "table:read")
      const record = yield* store.record(caller, name)
      return { record, text: yield* textOf(caller, name, yield* decode(given)) }
    }),
    versions: Effect.fn("Tables.versions")(function* (caller, name, page) {
      yield* Caller.require(caller, "table:read")
      return yield* store.versions(caller, name, yield* decodeFor(page, store.record(caller, name)))
    }),
    compare: Effect.fn("Tables.compare")(function* (caller, name, given) {
      yield* Caller.require(caller, "table:read")
      const { after, before } = yield* decodeFor(given, store.record(caller, name))
      const beforeText = yield* textOf(caller, name, before)
      const afterText = yield* textOf(caller, name, after)
      return yield* analyses.run(caller, "tableComparison", { beforeText, afterText, mostRows: mostShown })
    }),
    uses: Effect.fn("Tables.uses")(function* (caller, name) {
      yield* Caller.require(caller, "table:read")
      yield* store.record(caller, name)
      yield* Caller.require(caller, "form:read")
      return yield* forms.naming(caller, name)
    })
  }
}

const writing = ({ analyses, limits, random, store }: Tools): Pick<Service, "create" | "save" | "remove"> => {
  const read = Effect.fnUntraced(function* (caller: Caller.Caller, file: TableFile, before?: string) {
    const columns = before?.split("\n", 1)[0]
    const answer = yield* analyses.run(caller, "table", { file, before: columns, mostRows: limits.rows })
    return "content" in answer ? answer.content : yield* new TableInvalid(answer)
  })
  return {
    create: Effect.fn("Tables.create")(function* (caller, given) {
      yield* Caller.require(caller, "table:write")
      const { file, name } = yield* decode(given)
      const content = yield* read(caller, file)
      const id = TableId.make(yield* random.uuidV7())
      return yield* store.create(caller, { id, name, ...content }, limits.tables)
    }),
    save: Effect.fn("Tables.save")(function* (caller, name, given, basis) {
      yield* Caller.require(caller, "table:write")
      const { record, text } = yield* store.draft(caller, name)
      const revision = yield* decode(basis)
      const file = yield* decode(given)
      if (revision !== record.draftRevision) return yield* new TableStale({ revision: record.draftRevision })
      return yield* store.save(caller, name, revision, yield* read(caller, file, text))
    }),
    remove: Effect.fn("Tables.remove")(function* (caller, name) {
      yield* Caller.require(caller, "table:write")
      yield* store.remove(caller, name)
    })
  }
}
