/** The destination of a firing. Firings for one destination take turns, so a slow one delays no other. */
import type { EffectKind } from "@formwork/rules/Definition"
import type { Content } from "../filing/Content.ts"

/** What the outbox stores as the destination of this content. A law checks that every adapter stores the same. */
export const of = (content: Content | undefined): string => (content === undefined ? "none" : ofKind(content))

/** The host and port of a URL as written, in lower case. */
const hostOf = ({ url }: { readonly url: string }): string => {
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#\\]*)/u.exec(url)?.[1] ?? ""
  return host.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase()).slice(0, 255)
}

/** Typed so that a missing kind does not compile. */
const destinations: { readonly [K in EffectKind]: (content: Content<K>) => string } = {
  notification: () => "mail",
  document: () => "documents",
  integration: hostOf,
  delivery: hostOf
}

const ofKind = <K extends EffectKind>(content: Content<K>): string => destinations[content.kind](content)
