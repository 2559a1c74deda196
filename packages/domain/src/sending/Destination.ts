/** Where a firing goes, as far as taking turns is concerned: who is slow together waits together. */
import type { EffectKind } from "@formwork/rules/Definition"
import type { Content } from "../filing/Content.ts"

/** Of a URL its host and port as they are written, in lower case. The embedded and the server database say the same (law). */
export const of = (content: Content | undefined): string => (content === undefined ? "none" : ofKind(content))

const hostOf = ({ url }: { readonly url: string }): string => {
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#\\]*)/u.exec(url)?.[1] ?? ""
  return host.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase()).slice(0, 255)
}

/** A kind that is missing here does not compile. */
const destinations: { readonly [K in EffectKind]: (content: Content<K>) => string } = {
  notification: () => "mail",
  document: () => "documents",
  integration: hostOf,
  delivery: hostOf
}

const ofKind = <K extends EffectKind>(content: Content<K>): string => destinations[content.kind](content)
