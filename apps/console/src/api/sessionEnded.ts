/** Whether the server refused the session. The page stays as it is: signing in again goes on where the person was. */
import { makeValue } from "./value.ts"

export const sessionEnded = makeValue(false)
