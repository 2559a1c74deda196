/** Texts: counted in Unicode code points, searched in linear time, and the built-in forms of `email`, `url` and `phone`. */

const LONE_SURROGATE = /\p{Cs}/u

/** Unicode code points of a text. */
export const codePoints = (text: string): number => {
  let pairs = 0
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1)
      if (next >= 0xdc00 && next <= 0xdfff) {
        pairs += 1
        at += 1
      }
    }
  }
  return text.length - pairs
}

/** Where the code point of that number begins, the first being 0; the text's end where it has fewer. */
const unitAt = (text: string, number: number): number => {
  let unit = 0
  for (let seen = 0; seen < number && unit < text.length; seen += 1)
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
  return unit
}

/** `count` code points from number `start` on, the first being 1; those that the text does not have are left out. */
export const middleOf = (text: string, start: number, count: number): string => {
  const rest = text.slice(unitAt(text, start - 1))
  return rest.slice(0, unitAt(rest, Math.min(count, count + start - 1)))
}

/** The last `count` code points. */
export const rightOf = (text: string, count: number): string =>
  count <= 0 ? "" : text.slice(unitAt(text, codePoints(text) - count))

/** `by` wherever `part` stands. INVARIANT: `part` is short and not empty. */
export const replaced = (text: string, part: string, by: string): string => text.replaceAll(part, () => by)

/** Filled with one character up to `length` code points. */
export const padded = (text: string, side: "start" | "end", length: number, fill: string): string => {
  const more = fill.repeat(Math.max(0, length - codePoints(text)))
  return side === "start" ? more + text : text + more
}

/** Whether a database can keep the text: no U+0000 and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && !LONE_SURROGATE.test(text)

/** At most `most` characters of a text, for quoting it in a message. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`

/**
 * Whether `needle` occurs in `text`. Linear (Knuth, Morris and Pratt) where the built-in search could be made quadratic by
 * a long needle.
 */
const contains = (text: string, needle: string): boolean => {
  if (needle.length <= 32 || needle.length > text.length) return text.includes(needle)
  const fallback = new Int32Array(needle.length)
  for (let at = 1, matched = 0; at < needle.length; at += 1) {
    while (matched > 0 && needle.charCodeAt(at) !== needle.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (needle.charCodeAt(at) === needle.charCodeAt(matched)) matched += 1
    fallback[at] = matched
  }
  for (let at = 0, matched = 0; at < text.length; at += 1) {
    while (matched > 0 && text.charCodeAt(at) !== needle.charCodeAt(matched)) matched = fallback[matched - 1] ?? 0
    if (text.charCodeAt(at) === needle.charCodeAt(matched)) matched += 1
    if (matched === needle.length) return true
  }
  return false
}

/** What is asked of a text and a part of it. */
export const textTests = {
  contains,
  startsWith: (text: string, part: string): boolean => text.startsWith(part),
  endsWith: (text: string, part: string): boolean => text.endsWith(part)
}

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

const isHost = (host: string): boolean => host.length <= 253 && host.split(".").every((label) => LABEL.test(label))

/** `local@domain.tld`: an unquoted local part of at most 64 characters, a domain of two labels or more, at most 254 in all. */
export const isEmail = (text: string): boolean => {
  if (text.length > 254) return false
  const at = text.indexOf("@")
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  return at > 0 && local.length <= 64 && LOCAL.test(local) && domain.includes(".") && isHost(domain)
}

const URL_FORM =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\s/?#@:[\]\\]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:[/?#][^\s\p{Cc}<>"\\^`{|}]*)?$/u

/** An absolute `http` or `https` address without user information, at most 2048 characters. */
export const isUrl = (text: string): boolean => {
  if (text.length > 2048) return false
  const match = URL_FORM.exec(text)
  if (match === null) return false
  const host = match[1] ?? ""
  return Number(match[2] ?? "0") <= 65_535 && (host.startsWith("[") || isHost(host))
}

const PHONE_FORM = /^\+?[0-9 ().-]+$/

/** 5 to 20 digits, with spaces, `-`, `.` and parentheses between them and perhaps a `+` in front; at most 40 characters. */
export const isPhone = (text: string): boolean => {
  if (text.length > 40 || !PHONE_FORM.test(text)) return false
  const digits = text.replace(/\D/g, "").length
  return digits >= 5 && digits <= 20
}
