/** What the page and the worker with the engine say to each other. Every message can be cloned: payloads travel as JSON text. */
import type { Comparison } from "@formwork/rules/Comparison"
import type { Completion } from "@formwork/rules/completionsAt"
import type { Coverage } from "@formwork/rules/coverage"
import type { Content } from "@formwork/rules/Content"
import type { Workflow } from "@formwork/rules/Definition"
import type { EvaluationResult, Problem, TraceEntry } from "@formwork/rules/Evaluation"
import type { Fault } from "@formwork/rules/Fault"
import type { FillableField, FillableForm, Filling } from "@formwork/rules/FillableForm"
import type { Reading, Reference } from "@formwork/rules/references"
import type { Edit, RenameRefused } from "@formwork/rules/rename"
import type { PartType } from "@formwork/rules/typeAt"
import type { PartValue } from "@formwork/rules/valueAt"
import type { LeftOut } from "./prune.ts"
import type { Sent } from "./sentAgain.ts"
import type { SentTables } from "./SentTable.ts"

/** The text of a definition, as far as its author has typed it. Editions count up from 1. */
export interface DefinitionMessage {
  readonly kind: "definition"
  readonly edition: number
  readonly text: string
}

/** A payload to run. Editions count up from 1, apart from those of definitions. */
export interface PayloadMessage {
  readonly kind: "payload"
  readonly edition: number
  /** JSON of an object, numerals as typed. */
  readonly data: string
  /** `YYYY-MM-DD`. */
  readonly today: string
  /** True: what is missing is no problem. */
  readonly draft: boolean
}

/** The definition of the live version, to compare with; null where the form has none. */
export interface LiveMessage {
  readonly kind: "live"
  readonly text: string | null
}

/** All that the page knows of the organisation's tables. */
export interface TablesMessage extends SentTables {
  readonly kind: "tables"
}

interface Place {
  /** Of the member with the text: `/fields/3/formula`. */
  readonly pointer: string
  /** Into its text, in UTF-16 units. */
  readonly offset: number
}

export type Renamed =
  | { readonly edits: ReadonlyArray<Edit> }
  | { readonly refused: RenameRefused["message"]; readonly pointer?: string }

/** With pointers into the whole definition. */
export type CoverageFound = Coverage

/** Questions about the newest definition, by name: what is asked and what is answered. */
export interface Questions {
  readonly completionsAt: { readonly asked: Place; readonly answer: ReadonlyArray<Completion> }
  readonly typeAt: { readonly asked: Place; readonly answer: PartType | null }
  /** For the newest payload. */
  readonly valueAt: { readonly asked: Place; readonly answer: PartValue | null }
  readonly references: { readonly asked: { readonly pointer: string }; readonly answer: ReadonlyArray<Reference> }
  /** Of all fields. */
  readonly readings: { readonly asked: object; readonly answer: ReadonlyArray<Reading> }
  readonly rename: { readonly asked: { readonly pointer: string; readonly slug: string }; readonly answer: Renamed }
  /** Each payload as a complete one, by the form that runs; null for one that is no object, and where no form runs. */
  readonly results: {
    readonly asked: { readonly payloads: ReadonlyArray<{ readonly data: string; readonly today: string }> }
    readonly answer: ReadonlyArray<EvaluationResult | null>
  }
  /** What the payloads reach of the rules of the form that runs; null where none runs. */
  readonly coverage: {
    readonly asked: Questions["results"]["asked"]
    readonly answer: CoverageFound | null
  }
  /** A payload by the live version; null for one that is no object, and where there is no live version that runs. */
  readonly live: {
    readonly asked: { readonly data: string; readonly today: string; readonly draft: boolean }
    readonly answer: LiveEvaluated | null
  }
  /** The values of a submission by the version that stored them; null where there is no version, or today's rules refuse it. */
  readonly stored: {
    /** `at`: when they were stored (RFC 3339). */
    readonly asked: { readonly data: string; readonly at: string; readonly draft: boolean }
    readonly answer: StoredEvaluated | null
  }
  /** JSON of a payload that the form accepts; null where none was found. */
  readonly exampleOf: { readonly asked: { readonly today: string }; readonly answer: string | null }
}

export type Asked = { readonly [Q in keyof Questions]: { readonly ask: Q } & Questions[Q]["asked"] }[keyof Questions]

/** What the answer to is fetched with the first of them. */
export type AskedByAuthor = Exclude<Asked, { readonly ask: "results" | "live" | "stored" }>

export interface QuestionMessage {
  readonly kind: "question"
  readonly id: number
  readonly asked: Asked
}

export type ToWorker = TablesMessage | DefinitionMessage | PayloadMessage | LiveMessage | QuestionMessage

/** A field of the form, by the name that rules read it by: `premium`, in rows `drivers.age`. */
export interface FieldName {
  readonly name: string
  readonly pointer: string
  readonly label: string
}

/** A rule and the steps that it takes at worst, the rows of its list multiplied in. */
export interface RuleCost {
  readonly pointer: string
  /** “the formula of `premium`” */
  readonly name: string
  readonly steps: number
}

export interface Steps {
  readonly total: number
  /** What a form may take. */
  readonly most: number
  /** The three heaviest, the heaviest first. */
  readonly heaviest: ReadonlyArray<RuleCost>
}

/** What the check says about a definition. */
export interface Checked {
  readonly kind: "checked"
  readonly edition: number
  /** Why the text is not JSON; the rest is then empty. */
  readonly unread?: string
  readonly faults: ReadonlyArray<Fault>
  readonly names: ReadonlyArray<FieldName>
  readonly steps: Steps
  /** Differences from the live version. Left out if no version is live, and while the definition has faults. */
  readonly comparison?: Comparison
}

/** A form for the page, which shows it and evaluates between two keystrokes by itself. */
export interface FormSent {
  readonly title: string
  /** IANA name. */
  readonly timeZone: string
  /** What `toPortable` of the rules writes. */
  readonly text: string
  readonly fields: Sent<FillableField>
  /** The form's own `x-` members. */
  readonly extensions: FillableForm["extensions"]
  readonly sections: FillableForm["sections"]
  /** What the newest payload gives in this form, so that the page can show it before it has read `text`. */
  readonly filled?: { readonly payload: number; readonly filling: Filling }
}

/** The form that runs now. */
export interface Prepared {
  readonly kind: "prepared"
  /** Of the newest definition that was looked at. */
  readonly edition: number
  /** Of the definition that runs; 0 if no form runs. It is older than the newest one if pruning that one was cut off or left nothing. */
  readonly runs: number
  /** Left out if it is the one that was sent last, and if no form runs. */
  readonly form?: FormSent
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** The same with what it gives for the newest payload, so that the page shows both at once. */
interface PreparedSent extends Prepared {
  readonly evaluated: EvaluatedSent | undefined
}

/** An effect that would fire, and what it would send. */
export interface EffectShown {
  readonly id: string
  /** `filed`, `draft_saved` or `state:<name>`. */
  readonly on: string
  /** Left out if every recipient is missing, because nothing is sent then. */
  readonly content?: Content
}

/** A rule that ran. `pointer` is of the definition as it was typed. */
export interface RanRule extends TraceEntry {
  /** The same rule's pointer in the form that runs, where something may be left out. */
  readonly inForm: string
}

/** What the newest payload gives. */
export interface Evaluated {
  readonly kind: "evaluated"
  /** Of the payload. */
  readonly edition: number
  /** Of the definition that ran. */
  readonly runs: number
  /** As the server answers; of a draft without the problems of what is missing. */
  readonly result: EvaluationResult
  /** What a complete submission lacks. */
  readonly missing: ReadonlyArray<Problem>
  /** The rules in the order in which they ran. */
  readonly trace: ReadonlyArray<RanRule>
  readonly effects: ReadonlyArray<EffectShown>
}

/** What the live version gives, and what its parts are called: its pointers are of its own definition. */
export interface LiveEvaluated extends Pick<Evaluated, "result" | "trace"> {
  readonly names: ReadonlyArray<FieldName>
  /** The ids of its checks, outcomes and effects. */
  readonly ids: ReadonlyArray<{ readonly pointer: string; readonly id: string }>
}

/** What a published version gives for stored values, and what it asks for. */
export interface StoredEvaluated extends LiveEvaluated {
  /** The date on which the values were stored, in the form's time zone. */
  readonly today: string
  readonly title: string
  /** IANA name. */
  readonly timeZone: string
  readonly fields: ReadonlyArray<FillableField>
  readonly sections: FillableForm["sections"]
  readonly workflow: Workflow
  /** Its effects, whether they fire or not. */
  readonly fires: ReadonlyArray<Pick<EffectShown, "id" | "on">>
}

/** The same between the worker and the page: most rules give what they gave before. */
export interface EvaluatedSent extends Omit<Evaluated, "trace"> {
  readonly trace: Sent<RanRule>
}

interface AnswerMessage {
  readonly kind: "answer"
  readonly id: number
  /** As `Questions` names it for this question. */
  readonly answer: Questions[keyof Questions]["answer"]
}

export type FromWorker = Checked | PreparedSent | EvaluatedSent | AnswerMessage
