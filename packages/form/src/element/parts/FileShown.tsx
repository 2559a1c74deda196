/** A file that was uploaded: its name and its size where they are known, a link where the submission is, else its id. */
import { useFiller } from "../Filler.ts"
import type { Uploaded } from "../uploading.ts"
import { sizeIn } from "../values/sizeIn.ts"

export const FileShown = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { files, words } = useFiller()
  const address = files.addressOf?.(id)
  const known = files.known.get(id)
  const textOf = ({ name, size }: Uploaded): string => `${name} (${sizeIn(words.language, size, "up")})`
  // A file that was just uploaded is no part of the submission yet.
  if (address === undefined || known !== undefined) return <bdi>{known === undefined ? id : textOf(known)}</bdi>
  const kept = files.keptOf(id)
  return (
    <a href={address} download="" aria-label={kept === undefined ? `${words.download}: ${label}` : undefined}>
      {kept === undefined ? words.download : <bdi>{textOf(kept)}</bdi>}
    </a>
  )
}
