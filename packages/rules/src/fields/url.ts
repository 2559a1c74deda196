/** `url`: an absolute web address. */
import { isUrl } from "../values/text.ts"
import { type TextForm, textType } from "./texts.ts"

export const urlForm: TextForm = {
  test: isUrl,
  wanted: "a web address that starts with http:// or https://",
  pattern: "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^ \\/?#@]+([\\/?#][^ ]*)?$",
  maxLength: 2048,
  examples: ["https://example.com", "https://example.org/page", "https://example.net", "http://a.b", "http://b.c"]
}

export const url = textType("url", [], urlForm)
