/** The destination of a firing. Firings for one destination take turns, so a slow one delays no other. */
import type { Content } from "../filing/Content.ts"

/** The host and port of a URL as written, in lower case. A law checks that every adapter stores the same. */
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
