/** Escaping of values for the places of a template. */
import { type Escape, isForPeople } from "../../tree/EffectTree.ts"
import { NOTHING } from "../closures/backEnd.ts"
import { shortened } from "../../values/text.ts"

const MAX_LINE = 200
/** File systems take 255 bytes. */
const MAX_FILE_NAME = 60

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["\r", "&#13;"] // programs that read HTML turn the character itself into a line feed
])

const html = (text: string): string => text.replace(/[&<>"'\r]/g, (character) => entities.get(character) ?? "")

/** encodeURIComponent leaves `!'()*`, which RFC 3986 reserves. */
const component = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const header = (text: string): string =>
  text.replace(/[^ -~]+/gu, (others) =>
    others.replace(/\p{Cc}/gu, " ").replace(/[^ -~]+/gu, (beyond) => encodeURIComponent(beyond))
  )

const line = (text: string): string => shortened(text, MAX_LINE).replace(/[\p{Cc}\u2028\u2029]+/gu, " ")

const fileName = (text: string): string => shortened(text, MAX_FILE_NAME).replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, "_")

const escapes: { readonly [as in Escape]: (text: string) => string } = {
  text: (text) => text,
  plain: (text) => text,
  line,
  html,
  link: html,
  component,
  mailbox: (text) => component(text).replaceAll("%40", "@"),
  header,
  fileName
}

/** A value escaped for its place; null is missing. */
export const escaped = (value: string | null, as: Escape): string =>
  value === null ? (isForPeople(as) ? NOTHING : "") : escapes[as](value)
