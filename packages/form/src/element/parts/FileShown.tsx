/** A file that was uploaded: its name and its size where they are known, a link where the submission is, else its id. */
import { useFiller } from "../Filler.ts"
import { sizeIn } from "../values/sizeIn.ts"

export const FileShown = ({ id, label }: { readonly id: string; readonly label: string }) => {
  const { files, words } = useFiller()
  const known = files.known.get(id)
  const address = files.addressOf?.(id)
  const text = known === undefined ? undefined : `${known.name} (${sizeIn(words.language, known.size, "up")})`
  // A file that was just uploaded is no part of the submission yet.
  if (address === undefined || known !== undefined) return <bdi>{text ?? id}</bdi>
  return (
    <a href={address} download="" aria-label={`${words.download}: ${label}`}>
      {words.download}
    </a>
  )
}
