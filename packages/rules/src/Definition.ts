/** A form definition, read and with its defaults filled in (spec/rules.md §1). */
import type { ConstantDefinition } from "./ConstantDefinition.ts"
import type { Severity } from "./Evaluation.ts"
import type { Json, JsonObject } from "./Json.ts"
import type { Sentences } from "./Sentence.ts"
import type { Cell, TableDefinition, TableValue } from "./TableDefinition.ts"

/** Members that an author keeps for a renderer, by names that begin with `x-`. Nothing here reads them. */
export type Extensions = JsonObject

/** A part of a form that may have members of its author's own. */
export interface Extensible {
  readonly extensions?: Extensions
}

/** What a field of any type has. */
export interface FieldBase extends Extensible {
  readonly slug: string
  /** What people see. Without a label, the slug. */
  readonly label: string
  /** Help for the person who fills the field in. */
  readonly description?: string
  readonly required: boolean
  readonly requiredWhen?: string
  readonly visibleWhen?: string
  /** A field with a formula is computed: callers never send it. */
  readonly formula?: string
  /** Of a computed field: rules and effects use it, and callers without the privilege `form:read` get nothing of it. */
  readonly internal?: true
  /** A short word of help, beside the label or below the box. */
  readonly hint?: string
  /** What stands in the empty box. */
  readonly placeholder?: string
  /** Of numbers: what is counted, behind the box. */
  readonly unit?: string
  /** A value of the field, as it is written in a payload: where a person begins. The service never fills it in. */
  readonly default?: Json
  /** It is shown to a person, and not asked for. Callers send it like any other field. */
  readonly readOnly?: true
  /** Sentences for problems with the field's own constraints, instead of the built-in ones: templates, as the message of a check. */
  readonly messages?: Sentences
}

export interface TextField extends FieldBase {
  readonly type: "text" | "longText" | "email" | "url" | "phone"
  readonly minLength?: number
  readonly maxLength: number
  /** RE2, anchored to the whole value. */
  readonly pattern?: string
  readonly unique: boolean
}

/** `integer`, `number` and `money` alike: an exact decimal with a fixed number of decimals. */
export interface NumberField extends FieldBase {
  readonly type: "integer" | "number" | "money"
  /** Decimals after the point: 0 for `integer`, 6 by default for `number`, the currency's for `money`. */
  readonly decimals: number
  /** ISO 4217, for `money`. */
  readonly currency?: string
  /** Decimal literals. */
  readonly min?: string
  readonly max?: string
  readonly unique: boolean
}

export interface BooleanField extends FieldBase {
  readonly type: "boolean"
}

/** `date` (`YYYY-MM-DD`), `time` (`HH:MM[:SS]`), `datetime` (RFC 3339 with offset). */
export interface TemporalField extends FieldBase {
  readonly type: "date" | "time" | "datetime"
  readonly min?: string
  readonly max?: string
  readonly unique: boolean
}

export interface Option extends Extensible {
  readonly value: string
  readonly label: string
  /** A condition: the option is offered where it is true. */
  readonly when?: string
  /** What it has of each of its field's `attributes`, in their order; null where it leaves one out. */
  readonly attributes?: ReadonlyArray<Cell>
}

/** Where the options of a choice stand: the texts of a column, and perhaps what people read of each. */
export interface OptionsFrom {
  /** What the form calls the table. */
  readonly table: string
  readonly value: string
  readonly label?: string
  /** The column of labels in the form's own language, where the form is read in another one with a column of its own. */
  readonly ownLabel?: string
}

export interface ChoiceField extends FieldBase {
  readonly type: "choice" | "choices"
  /** Those of the table, where the field has `optionsFrom`. */
  readonly options: ReadonlyArray<Option>
  readonly optionsFrom?: OptionsFrom
  /** Those with labels in the form's own language, where it is read in another one: rules see the same in all. */
  readonly ownOptions?: ReadonlyArray<Option>
  /** What rules read of an option besides its value and its label. Options of a table have its columns instead. */
  readonly attributes?: ReadonlyArray<TableValue>
  /** Of `choices`. */
  readonly minItems?: number
  readonly maxItems?: number
  readonly unique: boolean
}

/** The id of an upload, as a text. */
export interface UploadField extends FieldBase {
  readonly type: "file"
  /** Bytes of the file at most. */
  readonly maxBytes: number
  /** `application/pdf`, `image/*`; undefined for all that the service takes. */
  readonly mediaTypes?: ReadonlyArray<string>
  readonly unique: boolean
}

export type RowField = TextField | NumberField | BooleanField | TemporalField | ChoiceField | UploadField

export interface ListField extends FieldBase {
  readonly type: "list"
  readonly minItems?: number
  readonly maxItems: number
  /** Whether every row has to be different. */
  readonly unique: boolean
  readonly fields: ReadonlyArray<RowField>
}

export type Field = RowField | ListField

/** Each type has an entry in fields/fieldTypes.ts. */
export type FieldType = Field["type"]
export type FieldOf<T extends FieldType> = Field & { readonly type: T }

/** A rule that makes a payload invalid: it adds a problem if `check` is false, and none if `check` is missing. */
export interface Check extends Extensible {
  readonly id: string
  /** A field's slug, or `list.rowField` for a check of each row. */
  readonly field?: string
  readonly check: string
  readonly message: string
}

export interface OutcomeRule extends Extensible {
  readonly id: string
  readonly severity: Severity
  /** As of a check: where it is raised. */
  readonly field?: string
  readonly when: string
  readonly message: string
}

/** Fields that people see together, under a heading. A form without sections is one. */
export interface Section extends Extensible {
  readonly id: string
  readonly title: string
  readonly description?: string
  /** It begins a page: a step, where the form is filled in step by step. */
  readonly newPage?: true
  /** Its fields are hidden as if each had this condition too. */
  readonly visibleWhen?: string
  /** Slugs of fields of the form, in the order in which people see them. Each field is in one section at most. */
  readonly fields: ReadonlyArray<string>
}

export interface Transition {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly privilege?: string
}

export interface Workflow {
  readonly initial: string
  readonly states: ReadonlyArray<string>
  readonly transitions: ReadonlyArray<Transition>
}

/** The kinds of effects; `Content.ts` has what each sends. */
export const effectKinds = ["notification", "document", "integration", "delivery"] as const
export type EffectKind = (typeof effectKinds)[number]

export interface EffectRule {
  readonly id: string
  readonly kind: EffectKind
  /** `filed`, `draft_saved` or `state:<name>`. */
  readonly on: string
  readonly when?: string
  /** What it sends may show internal fields. */
  readonly internal?: true
  /** The members that belong to its kind, as authored. */
  readonly settings: JsonObject
}

/** One piece of a reference pattern: `MQ-{yyyy}-{seq:6}` is literal, year, literal, sequence. */
export type ReferencePart =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "year"; readonly digits: 2 | 4 }
  | { readonly kind: "month" }
  | { readonly kind: "day" }
  | { readonly kind: "sequence"; readonly width: number }
  | { readonly kind: "random"; readonly length: number }

/** The codes that a form may have. */
export const codePattern = /^[A-Z][A-Z0-9]{0,9}$/

export interface Definition extends Extensible {
  readonly formatVersion: 1
  /** The languages of a form that names them, the default first. Its texts here are those of `language`. */
  readonly languages?: ReadonlyArray<string>
  /** The language of the texts: the one that the check was asked for, or the default. */
  readonly language?: string
  readonly title: string
  /** As `codePattern`; unique in the organisation, part of every reference. */
  readonly code: string
  /** IANA name; decides what `today` is. */
  readonly timeZone: string
  /** `{code}` is already resolved to a literal. */
  readonly reference: ReadonlyArray<ReferencePart>
  /** In the order in which the definition has them. */
  readonly constants: ReadonlyArray<ConstantDefinition>
  readonly tables: ReadonlyArray<TableDefinition>
  readonly fields: ReadonlyArray<Field>
  /** Fields that are in no section come after all of them. */
  readonly sections: ReadonlyArray<Section>
  readonly checks: ReadonlyArray<Check>
  readonly outcomes: ReadonlyArray<OutcomeRule>
  readonly workflow: Workflow
  readonly effects: ReadonlyArray<EffectRule>
}

/** A definition without its fields and rules: what callers read of a form besides running it. */
export type DefinitionHead = Omit<Definition, "fields" | "checks" | "outcomes">
