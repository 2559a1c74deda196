/** Fixed-width base 62 (`0-9A-Za-z`), the alphabet of tokens: a double click selects such a text as one word. */

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const values = new Map(Array.from(alphabet, (character, value) => [character, BigInt(value)]))

/** `value` as exactly `width` characters. `value` must be non-negative and fit. */
export const encode = (value: bigint, width: number): string => {
  let text = ""
  for (let rest = value; text.length < width; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}

/** The number that `text` stands for; undefined if a character is not in the alphabet. */
export const decode = (text: string): bigint | undefined => {
  let value = 0n
  for (const character of text) {
    const digit = values.get(character)
    if (digit === undefined) return undefined
    value = value * 62n + digit
  }
  return value
}
