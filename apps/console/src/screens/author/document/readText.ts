/** A JSON text that a person types elsewhere than in the source: what it holds, or why it cannot be read. */
import type { Json } from "@formwork/rules/Json"
import { readJson } from "@formwork/rules/readJson"
import { type Broken, parseText } from "./parseText.ts"

/** `refused`: it is JSON, but the server takes no such text, and `sentence` says why, in English. */
export type Unread =
  | { readonly kind: "broken"; readonly broken: Broken }
  | { readonly kind: "refused"; readonly sentence: string }

/** As strictly as the server does. @param subject what a refusal calls the text. */
export const readText = (text: string, subject: string): { readonly value: Json } | { readonly unread: Unread } => {
  const read = readJson(text, { subject })
  if (read._tag === "Success") return { value: read.success }
  const parsed = parseText(text)
  return {
    unread: "broken" in parsed ? { kind: "broken", broken: parsed.broken } : { kind: "refused", sentence: read.failure }
  }
}

/** @param broken says it in the person's language. */
export const whyUnread = (unread: Unread, broken: (where: Broken) => string): string =>
  unread.kind === "broken" ? broken(unread.broken) : unread.sentence
