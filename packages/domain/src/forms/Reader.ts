/** Who reads an answer: in which language what a form says is said (docs/decisions/0277). */

/** Language ranges (RFC 9110 §12.5.4), the most wanted first. Undefined where the reader has not said. */
export type Accepts = ReadonlyArray<string> | undefined

/** What a form said. */
export interface Said {
  /** The language of its texts; undefined for a form that names none. */
  readonly language?: string
}

/** The answer with the language of the form that gave it. */
export const saidBy = <A extends object>({ definition: { language } }: Saying, answer: A): A & Said =>
  language === undefined ? answer : { ...answer, language }

/** A form, compiled or described. */
interface Saying {
  readonly definition: Said
}
