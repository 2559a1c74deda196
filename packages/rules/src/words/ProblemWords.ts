/** The engine's own sentences for problems, by name. A language without one of them, or without a placeholder in it, does not compile. */

/** What stands in braces in each sentence. A name is the code of its problem; which of its sentences it is follows after a slash. */
export interface Placeholders {
  readonly required: "label"
  readonly "type/boolean": "label"
  readonly "type/text": "label"
  readonly "type/integer": "label"
  readonly "type/number": "label"
  readonly "type/money": "label"
  readonly "type/date": "label"
  readonly "type/time": "label"
  readonly "type/datetime": "label"
  readonly "type/choice": "label"
  readonly "type/choices": "label"
  readonly "type/file": "label"
  /** Of the id of a file that was not uploaded, and of one that is no file of the field (fileProblem.ts). */
  readonly "type/noUpload": "label"
  readonly "type/mediaType": "label" | "mediaType" | "taken"
  /** Of a file without a byte, and of one whose bytes are not those of the type that it was sent with. */
  readonly "type/emptyFile": "label"
  readonly "type/otherBytes": "label" | "said" | "found"
  readonly "type/unlikeBytes": "label" | "said"
  readonly "type/list": "label"
  readonly "type/row": "label"
  /** Of what stands for fields in a group. It has no label of its own. */
  readonly "type/group": "name"
  readonly storable: "label"
  /** Of a field without decimals. */
  readonly "decimals/none": "label"
  readonly decimals: "label" | "limit"
  /** Of a number with more digits than can be read. */
  readonly too_large: "label"
  readonly "too_large/limit": "label" | "limit"
  readonly "too_large/file": "label" | "size" | "most"
  readonly min: "label" | "limit"
  readonly max: "label" | "limit"
  /** Of a date, and of one with a time. */
  readonly "min/date": "label" | "limit"
  readonly "max/date": "label" | "limit"
  readonly "min/time": "label" | "limit"
  readonly "max/time": "label" | "limit"
  readonly min_length: "label" | "limit"
  readonly max_length: "label" | "limit"
  readonly pattern: "label"
  readonly "pattern/email": "label"
  readonly "pattern/url": "label"
  readonly "pattern/phone": "label"
  readonly choice: "label" | "option"
  /** Of an option that other answers rule out. */
  readonly "choice/notOffered": "label" | "option"
  readonly "min_items/options": "label" | "limit"
  readonly "max_items/options": "label" | "limit"
  readonly "min_items/rows": "label" | "limit"
  readonly "max_items/rows": "label" | "limit"
  readonly "unique/option": "label"
  /** Of a row as a whole. */
  readonly "unique/row": "label"
  /** Of a value that another row has. */
  readonly "unique/value": "label"
  /** Of a file that another submission has. */
  readonly "unique/file": "label"
  readonly unknown_field: "name"
  readonly "unknown_field/near": "name" | "near"
  /** Of a field in a group that is sent beside it, by its whole name. */
  readonly "unknown_field/group": "name" | "group" | "part"
  /** Of a computed value that callers do not see (Internal.ts). */
  readonly "rule/internal": never
}

export type ProblemName = keyof Placeholders

/** A text with each of the placeholders, in any order. */
type Template<Placeholder extends string> = [Placeholder] extends [never]
  ? string
  : (Placeholder extends Placeholder ? (text: `${string}{${Placeholder}}${string}`) => void : never) extends (
        text: infer Text
      ) => void
    ? Text
    : never

/** Where its limit is a count, a sentence may be another one for a limit of one. A count of none has no limit, and no problem. */
type Counted<Text> = Text | { readonly one: Text; readonly other: Text }

export type ProblemWords = {
  readonly [Name in ProblemName]: "limit" extends Placeholders[Name]
    ? Counted<Template<Placeholders[Name]>>
    : Template<Placeholders[Name]>
}
