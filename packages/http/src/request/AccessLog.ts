/** What the log says of each answered request. A plain function and no Effect log: it is called once for every request. */
import { Context } from "effect"

export interface AccessLine {
  readonly method: string | undefined
  /** The path template: the path itself could contain any text. */
  readonly route: string
  readonly status: number
  readonly millis: number
  readonly requestId: string
  /** Undefined before authentication, and at an open endpoint. */
  readonly organisation: string | undefined
  /** The id of the key or session, never its token. */
  readonly credential: string | undefined
  /** The client's, behind the proxies that are trusted. */
  readonly address: string | undefined
}

/** Takes the line of each answered request; must not throw. By default there is no such line. */
export const AccessLog = Context.Reference<(line: AccessLine) => void>("@formwork/http/request/AccessLog", {
  defaultValue: () => () => undefined
})
