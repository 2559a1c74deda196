/**
 * The content of a firing as its row has it: beside it stands the trace of the request that filed it. No content has a member of
 * that name, and the functions that read a content ask for its members by name.
 */
import type { Firing } from "@formwork/domain/filing/Firing"
import type { Json } from "@formwork/rules/Json"

/** What its row has as content, as JSON; null where it has none. */
export const contentText = ({ content, traceparent }: Firing): string | null =>
  content === undefined ? null : JSON.stringify(traceparent === undefined ? content : { ...content, traceparent })

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

/** The content that was rendered, and the trace. */
export const read = (stored: Json): { readonly content: Json; readonly traceparent?: string } => {
  if (!isObject(stored)) return { content: stored }
  const { traceparent, ...content } = stored
  return typeof traceparent === "string" ? { content, traceparent } : { content: stored }
}
