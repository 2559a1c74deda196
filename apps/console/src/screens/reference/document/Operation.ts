/** An operation as an OpenAPI document describes it. */

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>

/** The schemas of a document, by the names that `$ref` has. */
export type Schemas = Readonly<Record<string, Schema>>

export interface Parameter {
  readonly name: string
  readonly place: "path" | "query" | "header"
  readonly isRequired: boolean
  readonly description: string
  readonly schema: Schema
}

export interface Content {
  /** `application/json` */
  readonly type: string
  readonly schema: Schema
}

export interface Body extends Content {
  readonly isRequired: boolean
}

export interface Answer {
  readonly status: number
  readonly description: string
  readonly contents: ReadonlyArray<Content>
  readonly headers: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

export interface Operation {
  /** `forms.list`; each of both documents has its own. */
  readonly id: string
  readonly tag: string
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** The privileges that it needs; undefined: no credential at all. */
  readonly privileges: ReadonlyArray<string> | undefined
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: Body | undefined
  readonly answers: ReadonlyArray<Answer>
  readonly schemas: Schemas
}

export interface Tag {
  readonly name: string
  readonly description: string
  readonly operations: ReadonlyArray<Operation>
}

/** Whether it only reads, so that it may be sent without a question. */
export const isRead = ({ method }: Operation): boolean => method === "GET" || method === "HEAD"
