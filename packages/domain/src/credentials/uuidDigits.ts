/**
 * A UUID as 22 digits of base 62, as a token has two of them. In numbers that a double holds exactly: a bigint of each id takes longer
 * than the rest of reading a token.
 */
import * as Base62 from "./Base62.ts"

export const width = 22

export const encode = (uuid: string): string => Base62.encode(BigInt(`0x${uuid.replaceAll("-", "")}`), width)

/** Digits that are read at once: with a limb, a double holds them exactly. */
const digitsAtOnce = 4

/** A limb has six hexadecimal digits; the first of 128 bits has two. */
const limbSize = 2 ** 24
const limbCount = 6
const firstLimb = 2 ** 8

// Made once. Each call fills them before it reads them.
const limbs = new Float64Array(limbCount)
const uuid = Array.from("00000000-0000-0000-0000-000000000000", (character) => character.charCodeAt(0))

/** Where a UUID has its 32 hexadecimal digits. */
const places = [...uuid.keys()].filter((place) => ![8, 13, 18, 23].includes(place))
const hexadecimal = Array.from("0123456789abcdef", (character) => character.charCodeAt(0))

/** Puts the number that `text` stands for into the limbs, the largest first. @returns whether it is one of at most 128 bits. */
const read = (text: string): boolean => {
  limbs.fill(0)
  for (let start = 0; start < width; start += digitsAtOnce) {
    let carry = 0
    let weight = 1
    for (let index = start; index < Math.min(start + digitsAtOnce, width); index++) {
      const digit = Base62.digitAt(text, index)
      if (digit < 0) return false
      carry = carry * 62 + digit
      weight *= 62
    }
    for (let limb = limbCount - 1; limb >= 0; limb--) {
      const sum = (limbs[limb] ?? 0) * weight + carry
      carry = Math.floor(sum / limbSize)
      limbs[limb] = sum - carry * limbSize
    }
  }
  return (limbs[0] ?? 0) < firstLimb
}

/** The UUID of any version that a text of `width` characters stands for; undefined where it stands for none. */
export const decode = (text: string): string | undefined => {
  if (!read(text)) return undefined
  let place = places.length
  for (let limb = limbCount - 1; limb >= 0; limb--) {
    let rest = limbs[limb] ?? 0
    for (const end = Math.max(0, place - 6); place > end; rest >>= 4)
      uuid[places[--place] ?? 0] = hexadecimal[rest & 15] ?? 0
  }
  return String.fromCharCode(...uuid)
}
