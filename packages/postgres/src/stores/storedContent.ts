/**
 * The content of a firing as its row has it: beside it stand the trace of the request that filed it, and the firings of the documents
 * that it attaches. No content has members of those names, and the functions that read a content ask for its members by name.
 */
import { Schema } from "effect"
import { Firing } from "@formwork/domain/filing/Firing"
import type { Json } from "@formwork/rules/Json"

/** What its row has as content, as JSON; null where it has none. */
export const contentText = ({ attachments, content, traceparent }: Firing): string | null =>
  content === undefined ? null : JSON.stringify({ ...content, traceparent, attachments })

/** Firings as `formwork.fire` reads them; null where there are none. @param contents of each firing, as `contentText` gives it. */
export const written = (
  firings: ReadonlyArray<Firing>,
  contents: ReadonlyArray<string | null> = firings.map(contentText)
): string | null =>
  firings.length === 0
    ? null
    : `[${firings
        .map(
          ({ effectId, id, kind, on }, place) =>
            `{"content":${contents[place] ?? null},${JSON.stringify({ id, effectId, kind, on }).slice(1)}`
        )
        .join(",")}]`

const isObject = (content: Json): content is { readonly [name: string]: Json } =>
  typeof content === "object" && content !== null && !Array.isArray(content)

const isAttachments = Schema.is(Firing.fields.attachments.schema)

/** The content that was rendered, and what stands beside it. */
export const read = (
  stored: Json
): { readonly content: Json } & Pick<Firing, "attachments"> & { readonly traceparent?: string } => {
  if (!isObject(stored)) return { content: stored }
  const { attachments, traceparent, ...content } = stored
  return {
    content,
    ...(isAttachments(attachments) ? { attachments } : {}),
    ...(typeof traceparent === "string" ? { traceparent } : {})
  }
}
