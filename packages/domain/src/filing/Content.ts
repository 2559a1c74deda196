/**
 * What a firing carries once it is rendered: every value is in its place, nothing is left to evaluate.
 * JSON as it stands, kept in the outbox row, so that a repeat sends exactly what the first attempt sent.
 */
import { Schema } from "effect"
import { SecretName } from "../secrets/Secret.ts"

/** An e-mail. Plain strings; in `html` the values were escaped where they were put in. */
export const Notification = Schema.Struct({
  kind: Schema.Literal("notification"),
  /** Bare addresses, `name@example.org`: no display names, no comments. */
  to: Schema.NonEmptyArray(Schema.String),
  cc: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Where an answer goes instead of to the sender. */
  replyTo: Schema.optionalKey(Schema.String),
  subject: Schema.String,
  text: Schema.String,
  /** Shown instead of `text` by programs that can. Both are always sent. */
  html: Schema.optionalKey(Schema.String)
})
export type Notification = typeof Notification.Type

/** One piece of a document, from top to bottom. */
export const Block = Schema.Union([
  Schema.Struct({ heading: Schema.String }),
  /** Line breaks stay. */
  Schema.Struct({ paragraph: Schema.String }),
  /** Labels on the left, values on the right. */
  Schema.Struct({ fields: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String })) }),
  Schema.Struct({
    table: Schema.Struct({
      /** The headings, repeated on every page. A column of numbers stands right-aligned. */
      columns: Schema.NonEmptyArray(
        Schema.Struct({ label: Schema.String, align: Schema.optionalKey(Schema.Literals(["left", "right"])) })
      ),
      /** A row has one cell a column: missing ones are empty, further ones are left out. */
      rows: Schema.Array(Schema.Array(Schema.String))
    })
  })
])
export type Block = typeof Block.Type

/** A PDF. */
export const Document = Schema.Struct({
  kind: Schema.Literal("document"),
  title: Schema.String,
  /** Without a folder; `.pdf` is added where it is missing. */
  fileName: Schema.String,
  blocks: Schema.Array(Block)
})
export type Document = typeof Document.Type

/** A header's value: as it stands, or a named secret of the organisation with what stands before it (`Bearer `). */
export const HeaderValue = Schema.Union([
  Schema.Struct({ text: Schema.String }),
  Schema.Struct({ secret: SecretName, prefix: Schema.optionalKey(Schema.String) })
])
export type HeaderValue = typeof HeaderValue.Type

/** A request to another service. Secrets are names here: they are put in when it is sent and stand in no row. */
export const Integration = Schema.Struct({
  kind: Schema.Literal("integration"),
  method: Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: Schema.String,
  headers: Schema.Array(Schema.Struct({ name: Schema.String, value: HeaderValue })),
  /** Sent as JSON. Left out: no body. */
  body: Schema.optionalKey(Schema.Json)
})
export type Integration = typeof Integration.Type

/** `submission.filed`, `submission.draft_saved` or `submission.state.<name>`. */
export const EventType = Schema.String.check(
  Schema.isPattern(/^submission\.(?:filed|draft_saved|state\.[a-z][a-z0-9_]*)$/u)
)

/** A signed event (Standard Webhooks, https://www.standardwebhooks.com). */
export const Delivery = Schema.Struct({
  kind: Schema.Literal("delivery"),
  url: Schema.String,
  /** The name of the signing secret. */
  secret: SecretName,
  event: Schema.Struct({
    type: EventType,
    /** When it happened, RFC 3339; not when it is sent. */
    timestamp: Schema.String,
    data: Schema.Json
  })
})
export type Delivery = typeof Delivery.Type

export const Content = Schema.Union([Notification, Document, Integration, Delivery])
export type Content = typeof Content.Type
