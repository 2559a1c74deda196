/**
 * The content of a firing as its row has it: beside it stands the trace of the request that filed it. No content has a member of
 * that name, and the functions that read a content ask for its members by name.
 */
import type { Firing } from "@formwork/domain/filing/Firing"
import type { Json } from "@formwork/rules/Json"

/** Firings as `formwork.fire` reads them; null where there are none. */
export const written = (firings: ReadonlyArray<Firing>): string | null =>
  firings.length === 0
    ? null
    : JSON.stringify(
        firings.map(({ content, traceparent, ...firing }) =>
          content === undefined
            ? firing
            : { ...firing, content: traceparent === undefined ? content : { ...content, traceparent } }
        )
      )

const isObject = (content: Json): content is { readonly [name: string]: Json } =>
  typeof content === "object" && content !== null && !Array.isArray(content)

/** The content that was rendered, and the trace. */
export const read = (stored: Json): { readonly content: Json; readonly traceparent?: string } => {
  if (!isObject(stored)) return { content: stored }
  const { traceparent, ...content } = stored
  return typeof traceparent === "string" ? { content, traceparent } : { content: stored }
}
