/** Fixed-width base 62 (`0-9A-Za-z`), the alphabet of tokens: a double click selects such a text as one word. */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const isDigits = /^[0-9A-Za-z]*$/u

/** The digit of each ASCII character; -1 where it is none. */
const values = Int8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)))

/** `value` as exactly `width` characters. `value` must be non-negative and fit. */
export const encode = (value: bigint, width: number): string => {
  let text = ""
  for (let rest = value; text.length < width; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}

/** The same for a number that a double holds exactly. */
export const encodeSmall = (value: number, width: number): string => {
  let text = ""
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text
  return text
}

/** The value of the digit at `index`; -1 where the alphabet has no such character. */
export const digitAt = (text: string, index: number): number => values[text.charCodeAt(index)] ?? -1

/** Whether `text` stands for a number up to that of `largest`, a text of the same width: the alphabet is in the order of ASCII. */
export const isAtMost = (text: string, largest: string): boolean => isDigits.test(text) && text <= largest
