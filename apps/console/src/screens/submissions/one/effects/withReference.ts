/** The reference number in what is sent: the server keeps a marker for it, and fills it in while it sends. */
import type { Submission } from "@formwork/client/contract"
import { referenceMarker } from "@formwork/rules/Content"

const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)

/** @param content that can be written as JSON. */
export const withReference = <A>(content: A, { id, referenceNumber }: Pick<Submission, "id" | "referenceNumber">): A =>
  JSON.parse(JSON.stringify(content).replaceAll(quoted(referenceMarker(id)), () => quoted(referenceNumber)))
