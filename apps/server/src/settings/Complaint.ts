/** What is wrong with settings. Values are never repeated: they may be secrets. */
import { StartupFailure } from "../StartupFailure.ts"

export interface Complaint {
  /** The settings that it is about. */
  readonly names: ReadonlyArray<string>
  /** A sentence. */
  readonly message: string
}

/** All of them, a line each. */
export const refused = (complaints: ReadonlyArray<Complaint>): StartupFailure =>
  new StartupFailure({ message: complaints.map(({ message }) => message).join("\n") })
