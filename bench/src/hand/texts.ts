/** Texts of the hand-written quote: what can be stored, length, and the formats of e-mail, web address and phone number. */

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

const characters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A character takes one or two units: most texts need no counting. */
export const isLonger = (text: string, most: number): boolean =>
  text.length > most && (text.length > 2 * most || characters(text) > most)

export const isShorter = (text: string, least: number): boolean =>
  text.length < least || (text.length < 2 * least && characters(text) < least)

const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?"
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, "u")
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, "u")
const URL = /^https?:\/\/([^\s/?#@:[\]\\]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?(?:[/?#][^\s\p{Cc}<>"\\^`{|}]*)?$/iu

export const isEmail = (text: string): boolean => {
  const at = text.indexOf("@")
  return (
    at > 0 &&
    at <= 64 &&
    text.length <= 254 &&
    text.length - at <= 254 &&
    LOCAL.test(text.slice(0, at)) &&
    DOMAIN.test(text.slice(at + 1))
  )
}

export const isUrl = (text: string): boolean => {
  if (text.length > 2048) return false
  const match = URL.exec(text)
  if (match === null) return false
  const host = match[1] ?? ""
  return Number(match[2] ?? "0") <= 65_535 && (host.startsWith("[") || (host.length <= 253 && HOST.test(host)))
}

export const isPhone = (text: string): boolean => {
  if (text.length > 40 || !/^\+?[0-9 ().-]+$/.test(text)) return false
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= 48 && unit <= 57) digits += 1
  }
  return digits >= 5 && digits <= 20
}

const REGISTRATION = /^[A-Z]{2}[0-9]{2} ?[A-Z]{3}$/
const LICENCE_NUMBER = /^[A-Z0-9]{16}$/

export const isRegistration = (text: string): boolean => REGISTRATION.test(text)
export const isLicenceNumber = (text: string): boolean => LICENCE_NUMBER.test(text)

/** At most `most` characters of what was sent, for a message. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`
