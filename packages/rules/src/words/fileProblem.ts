/** The problems of uploads that values name. Evaluating finds none of them: who stores a submission does, and says them in its form's language. */
import type { Problem } from "../Evaluation.ts"
import type { FileValue } from "../values/files.ts"
import { takesMediaType } from "../values/mediaTypes.ts"
import { currentWords } from "./currentWords.ts"
import { say, unplaced, type UnplacedProblem } from "./UnplacedProblem.ts"
import type { ProblemName } from "./ProblemWords.ts"
import { sizeIn } from "./sizeIn.ts"
import type { Words } from "./Words.ts"

const names: ReadonlySet<string> = new Set<ProblemName>([
  "type/noUpload",
  "type/mediaType",
  "type/emptyFile",
  "type/otherBytes",
  "type/unlikeBytes",
  "too_large/file",
  "unique/file"
])

/** What a page has to say that runs forms and stores nothing. */
export const wordsOfPage = ({ problems, sizes: _, trace: __, ...words }: Words): object => ({
  ...words,
  problems: Object.fromEntries(Object.entries(problems).filter(([name]) => !names.has(name)))
})

/** What is wrong with an upload. Problems of payloads have no codes for these alone: the codes of v1 are frozen. */
export type FileFault =
  /** `type`: there is none of this id, or it was made for another form or another field. */
  | { readonly is: "unknown" }
  /** `unique`: another submission has it. */
  | { readonly is: "taken" }
  /** `too_large`: it has more bytes than its field takes. */
  | { readonly is: "tooLarge"; readonly bytes: number }
  /** `type`: its field takes no files of its media type. */
  | { readonly is: "refusedType"; readonly mediaType: string }
  /** `type`: it has no byte. */
  | { readonly is: "empty" }
  /** `type`: its bytes are not those of the type that it is said to have. `found` is what they are, where they tell. */
  | { readonly is: "otherBytes"; readonly said: string; readonly found: string | undefined }

const found = (
  words: Words,
  { label, maxBytes, mediaTypes = [] }: FileValue["field"],
  fault: FileFault
): UnplacedProblem => {
  switch (fault.is) {
    case "unknown":
      return unplaced("type/noUpload", { label })
    case "taken":
      return unplaced("unique/file", { label })
    case "tooLarge":
      return unplaced("too_large/file", {
        label,
        size: sizeIn(words, fault.bytes, "up"),
        most: sizeIn(words, maxBytes, "down")
      })
    case "refusedType":
      return unplaced("type/mediaType", { label, mediaType: fault.mediaType, taken: mediaTypes.join(", ") })
    case "empty":
      return unplaced("type/emptyFile", { label })
    case "otherBytes":
      return fault.found === undefined
        ? unplaced("type/unlikeBytes", { label, said: fault.said })
        : unplaced("type/otherBytes", { label, said: fault.said, found: fault.found })
  }
}

/** Its author's own sentence, where the field does not take a file of such a size or type. */
const ownSentence = ({ messages, ...field }: FileValue["field"], fault: FileFault): string | undefined => {
  switch (fault.is) {
    case "tooLarge":
      return messages?.maxBytes
    case "refusedType":
      return messages?.type
    case "otherBytes":
      // A file of a type that the field takes is not refused for its type: what it was said to be is wrong.
      return field.mediaTypes === undefined || (fault.found !== undefined && takesMediaType(field, fault.found))
        ? undefined
        : messages?.type
    case "unknown":
    case "taken":
    case "empty":
      return undefined
  }
}

/**
 * The problem of an upload, as an evaluation's `problems` have theirs.
 * @param language of the form, as `definition.language` has it; undefined of a form that names none.
 */
export const fileProblem = (language: string | undefined, value: FileValue, fault: FileFault): Problem => {
  const words = currentWords(language)
  const said = say(words, found(words, value.field, fault))
  return {
    field: value.place,
    code: said.code,
    message: ownSentence(value.field, fault) ?? said.message,
    pointer: value.pointer
  }
}
