/** What a field has against a file: its size first, then its type. The same when it is sent and when a submission is stored. */
import type { FileFault } from "@formwork/rules/fileProblem"
import type { FileField } from "@formwork/rules/files"
import { takesMediaType } from "@formwork/rules/mediaTypes"

export const fieldFault = (
  field: Pick<FileField, "maxBytes" | "mediaTypes">,
  { mediaType, size }: { readonly mediaType: string; readonly size: number }
): FileFault | undefined => {
  if (size > field.maxBytes) return { is: "tooLarge", bytes: size }
  return takesMediaType(field, mediaType) ? undefined : { is: "refusedType", mediaType }
}
