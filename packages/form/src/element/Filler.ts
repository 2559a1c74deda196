/** What every part of one form shares. */
import { createContext } from "preact"
import { useContext, useLayoutEffect, useReducer } from "preact/hooks"
import type { Json } from "@formwork/rules/Json"
import type { FieldView, FormView } from "../FieldView.ts"
import type { FormSession } from "../FormSession.ts"
import type { NumberSigns } from "./values/readNumber.ts"
import type { StandIn, Upload, Uploaded } from "./uploading.ts"
import type { Words } from "./words/Words.ts"

/** How files come into the form, and what is known of them. */
export interface Files {
  /** Undefined where the page takes none: nothing can be chosen. */
  readonly upload: Upload | undefined
  readonly standIn: StandIn | undefined
  /** Where a file of the submission is; undefined where it has none. */
  readonly addressOf: ((id: string) => string) | undefined
  /** A file that the submission has already, where its server has told of it. */
  readonly keptOf: (id: string) => Uploaded | undefined
  /** The files that were uploaded here, by their ids. */
  readonly known: Map<string, Uploaded>
  /** Tells the server that a file which was uploaded here is not wanted any more. */
  readonly takeBack: (id: string) => void
  /** An upload that is on its way: the form is sent after it. It gives whether it may be. */
  readonly running: (upload: Promise<boolean>) => void
}

export interface Filler {
  readonly session: FormSession
  readonly words: Words
  /** The page is in a language that the form's own sentences are in and `words` are not: the form says its problems. */
  readonly isSaidByForm: boolean
  readonly timeZone: string
  readonly signs: NumberSigns
  readonly files: Files
  /** Whether this form is still the one of the page. */
  readonly isOpen: () => boolean
  /** Begins the ids of this form's parts. */
  readonly prefix: string
  /** Whether values offer their why, and hidden fields leave a line. */
  readonly why: boolean
  /** A person changed something; `change` does it. */
  readonly edit: (pointer: string, change: () => void) => void
  /** A person went on from a place. */
  readonly leave: (pointer: string) => void
  /** Asks for a why. False where the page shows it itself. */
  readonly ask: (pointer: string) => boolean
  /** Lists that show a part of their rows, by their pointer: how one brings a row into view. */
  readonly pages: Map<string, (row: number) => void>
  /** How a form of several pages brings the page of a field into view. */
  readonly way: { to: ((pointer: string) => void) | undefined }
}

const nothing: { readonly filler: Filler | undefined } = { filler: undefined }

export const FillerContext = createContext(nothing)

export const useFiller = (): Filler => {
  const { filler } = useContext(FillerContext)
  if (filler === undefined) throw new Error("A part of a form stands outside of one.")
  return filler
}

/** Renders again when the view at `pointer` changes. */
const useChanges = (session: FormSession, pointer: string): void => {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => session.subscribe(pointer, () => again(undefined)), [session, pointer])
}

export const useView = (pointer: string): FieldView | undefined => {
  const { session } = useFiller()
  useChanges(session, pointer)
  return session.view(pointer)
}

export const useForm = (): FormView => {
  const { session } = useFiller()
  useChanges(session, "")
  return session.form
}

export const useSet = (pointer: string): ((value: Json | undefined) => void) => {
  const { edit, session } = useFiller()
  return (value) => edit(pointer, () => session.set(pointer, value))
}

/** The id of the control at a pointer. Ids that are no control's have two hyphens there: no field is called so. */
export const idOf = ({ prefix }: Filler, pointer: string): string => `${prefix}${pointer.replaceAll("/", "-")}`

export const idOfSection = ({ prefix }: Filler, id: string): string => `${prefix}--section-${id}`

/** For a group around the place: the focus left the group. */
export const useLeaving = (pointer: string) => {
  const { leave } = useFiller()
  return ({
    currentTarget,
    relatedTarget
  }: {
    currentTarget: HTMLElement
    relatedTarget: EventTarget | null
  }): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) leave(pointer)
  }
}
