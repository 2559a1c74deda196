/** The names of all variables of the environment that mean something to the `formwork` command. */
import { table } from "./SettingsTable.ts"

/** Those of the commands that ask a server, and the one with which an image says of which commit it was made. */
const others = ["FORMWORK_URL", "FORMWORK_API_KEY", "FORMWORK_COMMIT"]

export const known: ReadonlyArray<string> = [...Object.values(table).map(({ name }) => name), ...others]
