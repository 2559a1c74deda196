/** `text`: one line of anything. `longText`: the same over several lines; only people see the difference. */
import * as running from "./running/texts.ts"
import { textType } from "./texts.ts"

const formed = ["email", "url", "phone"] as const

export const text = textType("text", running.text, ["longText", ...formed])
export const longText = textType("longText", running.text, ["text", ...formed])
