/**
 * What a firing carries once it is rendered: every value in its place, nothing left to evaluate. Plain JSON.
 * One value is known only once the submission is stored, its reference number: `referenceMarker` stands for it.
 */
import type { Json, JsonObject } from "./Json.ts"

/** Stands for the reference number in any text of a content until the submission is stored. */
export const referenceMarker = (submissionId: string): string => `{{${submissionId}/reference}}`

/** An e-mail. In `html` the values were escaped where they were put in. */
export interface NotificationContent {
  readonly kind: "notification"
  /** Bare addresses, `name@example.org`. */
  readonly to: readonly [string, ...ReadonlyArray<string>]
  readonly cc?: ReadonlyArray<string>
  readonly replyTo?: string
  /** One line. */
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** One piece of a document, from top to bottom. */
export type Block =
  | { readonly heading: string }
  | { readonly paragraph: string }
  | { readonly fields: ReadonlyArray<{ readonly label: string; readonly value: string }> }
  | { readonly table: Table }

export interface Column {
  readonly label: string
  readonly align?: "left" | "right"
}

/** Each row has one cell a column; empty where the value is missing or hidden. */
export interface Table {
  readonly columns: readonly [Column, ...ReadonlyArray<Column>]
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export interface DocumentContent {
  readonly kind: "document"
  readonly title: string
  /** Without a folder. */
  readonly fileName: string
  readonly blocks: ReadonlyArray<Block>
}

/** A header's value: as it stands, or a named secret of the organisation with what stands before it. */
export type HeaderValue = { readonly text: string } | { readonly secret: string; readonly prefix?: string }

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export interface IntegrationContent {
  readonly kind: "integration"
  readonly method: Method
  readonly url: string
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: HeaderValue }>
  readonly body?: Json
}

export interface DeliveryContent {
  readonly kind: "delivery"
  readonly url: string
  /** The name of the signing secret. */
  readonly secret: string
  readonly event: {
    /** `submission.filed`, `submission.draft_saved` or `submission.state.<name>`. */
    readonly type: string
    /** When it happened, RFC 3339. */
    readonly timestamp: string
    /** The submission. */
    readonly data: JsonObject
  }
}

export type Content = NotificationContent | DocumentContent | IntegrationContent | DeliveryContent
