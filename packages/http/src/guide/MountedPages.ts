/** Pages of another part of the app, for people with a browser. They need no credential, and only GET finds them. */
import { Context } from "effect"
import type * as Answer from "../connection/Answer.ts"
import type { Way } from "../request/SessionCookie.ts"

export interface PageRequest {
  /** Without the query; neither decoded nor normalised. */
  readonly path: string
  /** A header by its name in lower case; several of one name are joined with a comma. */
  readonly header: (name: string) => string | undefined
  /** Whether the client prefers HTML to anything else: browsers do where a person goes to a page. */
  readonly reads: boolean
  readonly way: Way
}

export interface MountedPage {
  /** For the log and the metrics. */
  readonly route: string
  readonly answer: Answer.Answer
}

/** Finds a page by its path, or gives undefined. The app sets it. It is asked before the server's own pages. */
export const MountedPages = Context.Reference<(request: PageRequest) => MountedPage | undefined>(
  "@formwork/http/guide/MountedPages",
  { defaultValue: () => () => undefined }
)
