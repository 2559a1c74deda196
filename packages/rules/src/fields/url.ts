/** `url`: an absolute web address. */
import * as running from "./running/texts.ts"
import { type TextForm, textType } from "./texts.ts"

const form: TextForm = {
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^ \\/?#@]+([\\/?#][^ ]*)?$",
  maxLength: 2048,
  examples: ["https://example.com", "https://example.org/page", "https://example.net", "http://a.b", "http://b.c"]
}

export const url = textType("url", running.url, [], form)
