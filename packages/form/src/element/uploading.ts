/** Uploading a file that a person chose, and reading the answer. */
import { takesMediaType } from "@formwork/rules/mediaTypes"
import type { FieldView } from "../FieldView.ts"
import { refusalIn, textOf } from "./sending.ts"
import { sizeIn } from "./values/sizeIn.ts"
import type { Words } from "./words/Words.ts"

/** What the page's `upload` gets. */
export interface ChosenFile {
  readonly file: File
  /** The field, as authors name it: `idCard`, `home.deed`, `photos.photo` in the rows of a list. */
  readonly field: string
}

/** Uploads a file. Resolves with the server's answer, or with an object that has the `id`; rejects where there is no answer. */
export interface Upload {
  (chosen: ChosenFile): Promise<unknown>
  /** Takes an upload back that the person removed, by its id. What it resolves with changes nothing: a file that is never filed goes by itself. */
  readonly takeBack?: (id: string) => Promise<unknown>
}

/** A file that was uploaded. */
export interface Uploaded {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** A file for pages that try a form out: nothing is uploaded. */
export interface StandIn {
  /** What the button says. */
  readonly label: string
  readonly make: () => Uploaded
}

/** A file of a type that the browser does not know is sent as bytes. */
export const typeOf = ({ type }: Pick<File, "type">): string => (type === "" ? "application/octet-stream" : type)

/** Characters that nobody sees and that servers take in no name: the joiners of Persian and of emoji stay. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A file's name as it is sent. */
const nameOf = (name: string): string => {
  const seen = name.replaceAll(UNSEEN, "").replaceAll(/[/\\]/gu, "_")
  return /[^\s.\p{Default_Ignorable_Code_Point}]/u.test(seen) ? Array.from(seen).slice(-255).join("") : "file"
}

/** The query of an upload. */
export const queryOf = ({
  field,
  file: { name }
}: {
  readonly field: string
  readonly file: Pick<File, "name">
}): string => new URLSearchParams({ field, name: nameOf(name) }).toString()

/**
 * Posts to an address that answers as the service does to an upload, and deletes there by the id: the page's own server.
 * @param request in the place of `fetch`, for a page whose requests need more.
 */
export const uploadTo = (
  address: string,
  request: (address: string, init: RequestInit) => Promise<Response> = fetch
): Upload =>
  Object.assign(
    (chosen: ChosenFile) =>
      request(`${address}?${queryOf(chosen)}`, {
        method: "POST",
        headers: { "content-type": typeOf(chosen.file) },
        body: chosen.file
      }),
    { takeBack: (id: string) => request(`${address}/${encodeURIComponent(id)}`, { method: "DELETE" }) }
  )

/** `photos.photo` of `/photos/0/photo`, `home.deed` of `/home/deed`. */
export const fieldAt = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/\d+(?=\/)/u, "")
    .replaceAll("/", ".")

/** Why a file need not be uploaded: the field would not take it. A type that the browser does not know is for the server to judge. */
export const refusalOf = (
  { fileSentences, label, limits }: Pick<FieldView, "fileSentences" | "label" | "limits">,
  { size, type }: Pick<File, "size" | "type">,
  words: Words
): string | undefined => {
  const { maxBytes = Infinity, mediaTypes } = limits
  if (size > maxBytes)
    return (
      fileSentences?.maxBytes ??
      words.problems.too_large({ label, type: "file", limit: sizeIn(words.language, maxBytes, "down") })
    )
  return type === "" || takesMediaType({ mediaTypes }, type)
    ? undefined
    : (fileSentences?.type ?? words.fileType(label, (mediaTypes ?? []).join(", ")))
}

export type Answered = { readonly uploaded: Uploaded } | { readonly refused: string }

/** Sends a file, and says what came of it. */
export const sendFile = async (upload: Upload, chosen: ChosenFile, words: Words): Promise<Answered> => {
  try {
    const answer = await upload(chosen)
    const isAnswer = answer instanceof Response
    const body: unknown = isAnswer ? await answer.json().catch(() => undefined) : answer
    if (isAnswer && !answer.ok) return { refused: refusalIn(body, words) }
    const id = textOf(body, "id")
    const { name, size } = chosen.file
    return id === undefined ? { refused: words.unreachable } : { uploaded: { id, name, size } }
  } catch {
    return { refused: words.unreachable }
  }
}
