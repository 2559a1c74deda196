/**
 * The rendered content of a firing, as a row of the outbox stores it: a repeat sends exactly what the first attempt sent.
 * `@formwork/rules/Content` says what each member is. Here are its schemas: one that differs from its type, in either
 * direction, does not compile.
 */
import { Schema } from "effect"
import * as Rules from "@formwork/rules/Content"
import type { EffectKind } from "@formwork/rules/Definition"
import { SecretName } from "../secrets/Secret.ts"

/** `A` where the two are the same type, optional members included; else `never`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the compiler finds two such functions assignable only if A and B are identical
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? A : never

/** The schema of a type: `schemaOf<T>()(schema)`. */
const schemaOf =
  <T>() =>
  <S extends Schema.Top>(schema: S & { readonly Type: Same<S["Type"], T> }): S =>
    schema

export const NotificationContent = schemaOf<Rules.NotificationContent>()(
  Schema.Struct({
    kind: Schema.Literal("notification"),
    language: Schema.optionalKey(Schema.String),
    to: Schema.NonEmptyArray(Schema.String),
    cc: Schema.optionalKey(Schema.Array(Schema.String)),
    replyTo: Schema.optionalKey(Schema.String),
    subject: Schema.String,
    text: Schema.String,
    html: Schema.optionalKey(Schema.String),
    attach: Schema.optionalKey(Schema.Array(Schema.String)),
    files: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })))
  })
)
export type NotificationContent = Rules.NotificationContent

const Column = schemaOf<Rules.Column>()(
  Schema.Struct({ label: Schema.String, align: Schema.optionalKey(Schema.Literals(["left", "right"])) })
)

export const Block = schemaOf<Rules.Block>()(
  Schema.Union([
    Schema.Struct({ heading: Schema.String }),
    Schema.Struct({ paragraph: Schema.String }),
    Schema.Struct({ fields: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String })) }),
    Schema.Struct({
      table: Schema.Struct({ columns: Schema.NonEmptyArray(Column), rows: Schema.Array(Schema.Array(Schema.String)) })
    })
  ])
)
export type Block = Rules.Block

export const DocumentContent = schemaOf<Rules.DocumentContent>()(
  Schema.Struct({
    kind: Schema.Literal("document"),
    language: Schema.optionalKey(Schema.String),
    title: Schema.String,
    fileName: Schema.String,
    blocks: Schema.Array(Block)
  })
)
export type DocumentContent = Rules.DocumentContent

export const HeaderValue = schemaOf<Rules.HeaderValue>()(
  Schema.Union([
    Schema.Struct({ text: Schema.String }),
    Schema.Struct({ secret: SecretName, prefix: Schema.optionalKey(Schema.String) })
  ])
)
export type HeaderValue = Rules.HeaderValue

/** Has the names of secrets. Their values are filled in during sending, and no row stores them. */
export const IntegrationContent = schemaOf<Rules.IntegrationContent>()(
  Schema.Struct({
    kind: Schema.Literal("integration"),
    method: Schema.Literals(Rules.methods),
    url: Schema.String,
    headers: Schema.Array(Schema.Struct({ name: Schema.String, value: HeaderValue })),
    body: Schema.optionalKey(Schema.Json)
  })
)
export type IntegrationContent = Rules.IntegrationContent

const EventType = Schema.String.check(Schema.isPattern(/^submission\.(?:filed|draft_saved|state\.[a-z][a-z0-9_]*)$/u))

/** Signed when it is sent (Standard Webhooks, https://www.standardwebhooks.com). */
export const DeliveryContent = schemaOf<Rules.DeliveryContent>()(
  Schema.Struct({
    kind: Schema.Literal("delivery"),
    url: Schema.String,
    secret: SecretName,
    event: Schema.Struct({ type: EventType, timestamp: Schema.String, data: Schema.JsonObject })
  })
)
export type DeliveryContent = Rules.DeliveryContent

/** Typed so that a missing kind does not compile. */
const contents = {
  notification: NotificationContent,
  document: DocumentContent,
  integration: IntegrationContent,
  delivery: DeliveryContent
} satisfies { readonly [K in EffectKind]: Schema.Codec<Rules.Content<K>> }

export const Content = Schema.Union(Object.values(contents))
export type Content<K extends EffectKind = EffectKind> = Rules.Content<K>
