/** The sentences of a form's author for files that a field does not take. They show no values, so they are the same in every submission. */
import { type FileSentences, isSaidOfFile, sentenceCodes, sentenceNames } from "../Sentence.ts"
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import type { MessagePart } from "../tree/MessagePart.ts"
import { type FileField, fileFields } from "../values/files.ts"

const textOf = (parts: ReadonlyArray<MessagePart>): string =>
  parts.map((part) => (typeof part === "string" ? part : "")).join("")

/** Undefined of a field that is no file, or has none. */
export const fileSentences = ({ field, messages }: CheckedField): FileSentences | undefined => {
  if (!("maxBytes" in field) || messages === undefined) return undefined
  const own = sentenceNames.filter(isSaidOfFile).flatMap((name) => {
    const parts = messages.get(sentenceCodes[name])
    return parts === undefined ? [] : [[name, textOf(parts)] as const]
  })
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

/** The fields of type `file` of a form, in the order of its definition, with their sentences. */
export const filesOf = ({
  definition,
  fields
}: Pick<CheckedForm, "definition" | "fields">): ReadonlyArray<FileField> => {
  const own = new Map(
    fields.flatMap((checked) => [
      [checked.field.slug, fileSentences(checked)] as const,
      ...checked.rows.map((row) => [`${checked.field.slug}.${row.field.slug}`, fileSentences(row)] as const)
    ])
  )
  return fileFields(definition).map((file) => {
    const messages = own.get(file.name)
    return messages === undefined ? file : { ...file, messages }
  })
}
