/** The settings of an effect, checked: templates as parts, expressions as trees, every value with its escaping. */
import type { Method } from "../Content.ts"
import type { EffectKind } from "../Definition.ts"
import type { Json } from "../Json.ts"
import type { MessagePart } from "./MessagePart.ts"
import type { TextTree, ValueTree } from "./Tree.ts"

/** What a template knows besides the form's fields, written `{$reference}`: a field's name never starts with `$`. */
export type Special = "reference" | "submissionId" | "formTitle" | "state"

/**
 * How a value is escaped at its place.
 * People read `text`, `line` and `html`, and a missing value is “—” there as in messages; programs read the others, and it is nothing.
 */
export type Escape =
  | "text"
  /** Without line breaks and other control characters, at most 200 characters. */
  | "line"
  /** In an element's text or a quoted attribute. */
  | "html"
  /** Unescaped: an address to write to, a text in JSON. */
  | "plain"
  /** In HTML, a whole web address that a field of type `url` holds. */
  | "link"
  /** Percent-encoded: a path segment, or the value of a query parameter. */
  | "component"
  /** The same but for `@`: after `mailto:`. */
  | "mailbox"
  /** Visible ASCII: the rest percent-encoded, control characters as spaces. */
  | "header"
  | "fileName"

/** A file, shown by its name where people read it, and by its id where programs do. */
interface ShownFile {
  readonly kind: "file"
  /** The text that is its id. */
  readonly of: TextTree
}

const readByPeople: ReadonlySet<Escape> = new Set<Escape>(["text", "line", "html"])

/** Whether a file is shown by its name. The name of a document is for people, although it is escaped for programs. */
export const namesFiles = (as: Escape): boolean => isForPeople(as) || as === "fileName"

/** Whether a value is escaped for a place that people read. Programs read the others, and take no other way to write a number or a date. */
export const isForPeople = (as: Escape): boolean => readByPeople.has(as)

export interface Shown {
  readonly show: Exclude<MessagePart, string> | ShownFile | { readonly kind: "special"; readonly name: Special }
  readonly as: Escape
}

/** Texts, and values between them. */
export type Template = ReadonlyArray<string | Shown>

/** An effect whose author says in which of the form's languages it is written. */
interface Spoken {
  /** Gives the tag of a language. Undefined where the effect is in the form's own, with numbers and dates as JSON has them. */
  readonly language: TextTree | undefined
}

export interface NotificationTree extends Spoken {
  readonly kind: "notification"
  readonly to: ReadonlyArray<Template>
  readonly cc: ReadonlyArray<Template>
  readonly replyTo: Template | undefined
  readonly subject: Template
  readonly text: Template
  readonly html: Template | undefined
  /** Ids of documents of the same event. */
  readonly attach: ReadonlyArray<string>
  /** Files that go with it, each as the text that is its id. */
  readonly files: ReadonlyArray<TextTree>
}

export type BlockTree =
  | { readonly block: "heading" | "text"; readonly of: Template }
  /** Slots of the form's fields. */
  | { readonly block: "fields"; readonly slots: ReadonlyArray<number> }
  /** The slot of a list, and of fields of its rows. */
  | { readonly block: "table"; readonly list: number; readonly columns: ReadonlyArray<number> }

export interface DocumentTree extends Spoken {
  readonly kind: "document"
  readonly title: Template
  readonly fileName: Template
  readonly blocks: ReadonlyArray<BlockTree>
}

/** A web address. Its path is kept by segments: no value can add or remove one. */
export interface UrlTree {
  /** `https://api.example.org`, `:8443` where there is one. */
  readonly origin: string
  readonly segments: ReadonlyArray<Template>
  readonly query: Template | undefined
}

export type BodyTree =
  | { readonly node: "literal"; readonly value: Json }
  | { readonly node: "object"; readonly members: ReadonlyArray<readonly [name: string, value: BodyTree]> }
  | { readonly node: "array"; readonly items: ReadonlyArray<BodyTree> }
  /** `decimals`: of an amount of money. */
  | { readonly node: "value"; readonly of: ValueTree; readonly decimals: number | undefined }
  | { readonly node: "text"; readonly of: Template }
  /** One entry for each row of the list at `slot`. */
  | { readonly node: "rows"; readonly slot: number; readonly as: BodyTree }

export type HeaderTree =
  | { readonly name: string; readonly text: Template }
  | { readonly name: string; readonly secret: string; readonly prefix: string | undefined }

export interface IntegrationTree {
  readonly kind: "integration"
  readonly method: Method
  readonly url: UrlTree
  readonly headers: ReadonlyArray<HeaderTree>
  readonly body: BodyTree | undefined
}

export interface DeliveryTree {
  readonly kind: "delivery"
  readonly url: string
  readonly secret: string
}

/** The settings of each kind of effect. */
interface EffectTrees {
  readonly notification: NotificationTree
  readonly document: DocumentTree
  readonly integration: IntegrationTree
  readonly delivery: DeliveryTree
}

export type EffectTree<K extends EffectKind = EffectKind> = {
  readonly [Kind in K]: EffectTrees[Kind] & { readonly kind: Kind }
}[K]
