/** What a page shows of a field, and of the form as a whole, at one moment. A view that did not change stays the same object. */
import type { Extensions, FieldType, Option } from "@formwork/rules/Definition"
import type { Outcome, Problem, ProblemCode, TraceEntry } from "@formwork/rules/Evaluation"
import type { Json } from "@formwork/rules/Json"
import type { FileSentences } from "@formwork/rules/Sentence"

/** The constraints that a definition states; what the form does not have is missing. */
export interface FieldLimits {
  /** Of numbers a decimal, of dates and times in their own form. */
  readonly min?: string
  readonly max?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly decimals?: number
  /** ISO 4217. */
  readonly currency?: string
  /** Of a file. */
  readonly maxBytes?: number
  /** Of a file: `application/pdf`, `image/*`. All that the service takes, where it is missing. */
  readonly mediaTypes?: ReadonlyArray<string>
}

export interface FieldView {
  /** JSON Pointer (RFC 6901) into the payload: `/drivers/0/birthDate`. */
  readonly pointer: string
  /** Of a row of a list: `row`. */
  readonly type: FieldType | "row"
  readonly label: string
  readonly description: string | undefined
  /** A short word of help. */
  readonly hint: string | undefined
  /** What stands in the empty box. */
  readonly placeholder: string | undefined
  /** What a number counts: `m²`. */
  readonly unit: string | undefined
  /** It is shown and not asked for: the page gives its value. So are all fields of the rows of such a list. */
  readonly readOnly: boolean
  /** The definition's `x-` members, as their author wrote them. */
  readonly extensions: Extensions
  readonly limits: FieldLimits
  /**
   * The options of `choice` and `choices` that are offered with the other answers as they are, and those of `notOffered`, in the form's
   * order; empty for other types.
   */
  readonly options: ReadonlyArray<Option>
  /** What is chosen and not offered. It stays among the options, with a problem, until another one is chosen. */
  readonly notOffered: ReadonlyArray<Option>
  readonly computed: boolean
  readonly shown: boolean
  /** Whether a complete payload has to have it. It stays true once the field is filled. */
  readonly required: boolean
  /**
   * What was set, kept while the field is hidden. Undefined where there is nothing. Of a computed field its value: null where an input is
   * missing. A number or an amount that a person typed is the text that was typed.
   */
  readonly value: Json | undefined
  /** The codes of the problems whose sentences are the form's author's: they are shown as they are. */
  readonly ownWords: ReadonlyArray<ProblemCode>
  /** Of a file: its author's own sentences for one that the field does not take. */
  readonly fileSentences?: FileSentences | undefined
  /** The first of `problems`. */
  readonly problem: Problem | undefined
  /** The problems that the person should see now: `FormSession` says which. */
  readonly problems: ReadonlyArray<Problem>
  /** What is raised at the field: outcomes of the form that are about it. Those of a list that are about each row stand at its rows' fields. */
  readonly outcomes: ReadonlyArray<Outcome>
  /** Of a list: a key for each row, which stays with the row when it moves. Else empty. */
  readonly rows: ReadonlyArray<string>
  /** Of a list: the slugs of the fields of its rows. Else empty. */
  readonly fields: ReadonlyArray<string>
  /**
   * The rules of the field in the last evaluation, with what they read. Empty for a field without rules, and for a form without a trace.
   * What it gives may change while the view stays.
   */
  readonly why: () => ReadonlyArray<TraceEntry>
}

export interface SectionView {
  /** Empty for the fields that are in no section. */
  readonly id: string
  /** Undefined for the fields that are in no section. */
  readonly title: string | undefined
  readonly description: string | undefined
  /** Its `x-` members. */
  readonly extensions: Extensions
  /** The pointers of its fields, in the order in which they are shown. */
  readonly fields: ReadonlyArray<string>
  /** Whether any of its fields is shown. */
  readonly shown: boolean
}

/** A step, where a form is filled in step by step. */
export interface PageView {
  readonly sections: ReadonlyArray<SectionView>
  /** Whether any of its fields is shown. */
  readonly shown: boolean
}

export interface FormView {
  /** The pointers of the fields, in the order in which they are shown. */
  readonly fields: ReadonlyArray<string>
  /** The same fields as they are laid out. A form without sections is one page with one section. */
  readonly pages: ReadonlyArray<PageView>
  /** The form's own `x-` members. */
  readonly extensions: Extensions
  /** Whether a complete payload has to have anything. */
  readonly requires: boolean
  readonly attempted: boolean
  /** Whether the payload is complete and has no problem. */
  readonly valid: boolean
  /** What a complete payload lacks. */
  readonly missing: ReadonlyArray<Problem>
  /** All other problems, seen or not. */
  readonly wrong: ReadonlyArray<Problem>
  /** The problems that the person should see now. */
  readonly problems: ReadonlyArray<Problem>
  /** All of them; those that are about a field have its `pointer`. */
  readonly outcomes: ReadonlyArray<Outcome>
}
