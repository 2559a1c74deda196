/** Every sentence of the element. A language without one of them does not compile. */
import type { FieldType } from "@formwork/rules/Definition"

/** What sentences about a field are made of: texts in the page's language. */
export interface Named {
  readonly label: string
  readonly type: FieldType | "row"
  /** The limit that a value breaks, as people read it. */
  readonly limit: string
}

/** Sentences by a problem's code. `rule` has its author's own words. */
interface ProblemWords {
  readonly required: (about: Named) => string
  readonly type: (about: Named) => string
  readonly unknown_field: (about: Named) => string
  readonly min: (about: Named) => string
  readonly max: (about: Named) => string
  readonly min_length: (about: Named) => string
  readonly max_length: (about: Named) => string
  readonly pattern: (about: Named) => string
  readonly choice: (about: Named) => string
  readonly decimals: (about: Named) => string
  readonly min_items: (about: Named) => string
  readonly max_items: (about: Named) => string
  readonly unique: (about: Named) => string
  readonly storable: (about: Named) => string
  readonly too_large: (about: Named) => string
}

export interface Words {
  /** For `Intl`: a language tag. */
  readonly language: string
  readonly yes: string
  readonly no: string
  readonly choose: string
  readonly search: (count: number) => string
  readonly required: string
  readonly marked: string
  readonly timesIn: (zone: string) => string
  readonly row: (list: string, number: number) => string
  readonly add: (list: string) => string
  readonly remove: string
  readonly up: string
  readonly down: string
  readonly noRows: string
  readonly rowsOf: (first: number, last: number, all: number) => string
  readonly previous: string
  readonly next: string
  readonly step: (number: number, count: number) => string
  readonly back: string
  readonly onwards: string
  readonly why: string
  readonly isHidden: (label: string) => string
  readonly summary: (count: number) => string
  readonly outcomes: string
  readonly missing: (count: number) => string
  readonly send: string
  readonly sending: string
  readonly sent: (reference: string | undefined) => string
  readonly refused: string
  readonly unreachable: string
  readonly unavailable: string
  readonly uploading: (name: string) => string
  readonly uploaded: (name: string) => string
  readonly removed: string
  readonly download: string
  /** A field takes no files of this type. */
  readonly fileType: (label: string, types: string) => string
  /** The problem of an option that other answers rule out. */
  readonly notOffered: (label: string, option: string) => string
  readonly problems: ProblemWords
}
