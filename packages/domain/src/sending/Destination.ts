/** Where a firing goes, as far as taking turns is concerned: who is slow together waits together. */
import type { Content } from "../filing/Content.ts"

/** Of a URL its host and port as they are written, in lower case. The embedded and the server database say the same (law). */
export const of = (content: Content | undefined): string => {
  switch (content?.kind) {
    case undefined:
      return "none"
    case "notification":
      return "mail"
    case "document":
      return "documents"
    case "integration":
    case "delivery": {
      const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#\\]*)/u.exec(content.url)?.[1] ?? ""
      return host.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase()).slice(0, 255)
    }
  }
}
