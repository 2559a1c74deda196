/**
 * What a firing carries once it is rendered: every value in its place, nothing left to evaluate. Plain JSON.
 * One value is known only once the submission is stored, its reference number: `referenceMarker` stands for it.
 */
import type { EffectKind } from "./Definition.ts"
import type { Json, JsonObject } from "./Json.ts"

/**
 * Stands for the reference number in any text of a content until the submission is stored. No value can forge it: the id is
 * drawn for this submission.
 */
export const referenceMarker = (submissionId: string): string => `{{${submissionId}/reference}}`

/** An e-mail. The values in `html` are escaped. */
export interface NotificationContent {
  readonly kind: "notification"
  /** The language that its author's `language` chose, as the form writes its tag. Left out where the effect says none. */
  readonly language?: string
  /** Bare addresses, `name@example.org`: without display names and comments. */
  readonly to: readonly [string, ...ReadonlyArray<string>]
  readonly cc?: ReadonlyArray<string>
  /** The address for answers, if it is not the sender's. */
  readonly replyTo?: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** Programs that can show HTML show it instead of `text`. Both are sent. */
  readonly html?: string
  /**
   * Documents of the same firing that are attached, by the ids of their effects: those that are due. The e-mail waits for them, and is
   * not sent without one.
   */
  readonly attach?: ReadonlyArray<string>
  /** Files of the submission that are attached after them: those that its values name. The e-mail is not sent without one. */
  readonly files?: ReadonlyArray<AttachedFile>
}

/** An upload that an e-mail attaches. */
export interface AttachedFile {
  readonly id: string
  /** As its sender named it. */
  readonly name: string
}

/** One piece of a document, from top to bottom. */
export type Block =
  | { readonly heading: string }
  /** Line breaks stay. */
  | { readonly paragraph: string }
  /** Labels on the left, values on the right. */
  | { readonly fields: ReadonlyArray<{ readonly label: string; readonly value: string }> }
  | { readonly table: Table }

export interface Column {
  readonly label: string
  readonly align?: "left" | "right"
}

export interface Table {
  /** The headings, repeated on every page. A column of numbers is right-aligned. */
  readonly columns: readonly [Column, ...ReadonlyArray<Column>]
  /** One cell a column; empty where the value is missing or hidden. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** A PDF. */
export interface DocumentContent {
  readonly kind: "document"
  /** As of an e-mail. */
  readonly language?: string
  readonly title: string
  /** Without a folder; `.pdf` is added where it is missing. */
  readonly fileName: string
  readonly blocks: ReadonlyArray<Block>
}

/** A header's value: a text, or a named secret of the organisation with the text before it (`Bearer `). */
export type HeaderValue = { readonly text: string } | { readonly secret: string; readonly prefix?: string }

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const
export type Method = (typeof methods)[number]

/** A request to another service. */
export interface IntegrationContent {
  readonly kind: "integration"
  readonly method: Method
  readonly url: string
  readonly headers: ReadonlyArray<{ readonly name: string; readonly value: HeaderValue }>
  /** Sent as JSON. Left out: no body. */
  readonly body?: Json
}

/** A signed event. */
export interface DeliveryContent {
  readonly kind: "delivery"
  readonly url: string
  /** The name of the signing secret. */
  readonly secret: string
  readonly event: {
    /** `submission.filed`, `submission.draft_saved` or `submission.state.<name>`. */
    readonly type: string
    /** When it happened, RFC 3339; not when it is sent. */
    readonly timestamp: string
    /** The submission. */
    readonly data: JsonObject
  }
}

/** The content of each kind of effect. */
interface Contents {
  readonly notification: NotificationContent
  readonly document: DocumentContent
  readonly integration: IntegrationContent
  readonly delivery: DeliveryContent
}

export type Content<K extends EffectKind = EffectKind> = {
  readonly [Kind in K]: Contents[Kind] & { readonly kind: Kind }
}[K]
