/** Texts that were written elsewhere, cut into what is shown as it is and control characters, which are shown by their signs. */

export interface Piece {
  readonly text: string
  /** `U+0000`, of a control character; its text is then a sign for it. */
  readonly code: string | undefined
}

/**
 * Controls, zero-width characters, and overrides of the writing direction: they change how a line looks without being seen. No joiner where it
 * belongs: between two emoji, and between letters of scripts whose letters join.
 */
export const hidden =
  /(?!(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d\p{Extended_Pictographic})(?!(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\u200c\u200d][\p{sc=Arab}\p{sc=Syrc}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}])[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu

const isLayout = (character: string): boolean => character === "\n" || character === "\t"

const signOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return code === 0x7f ? "\u2421" : "\u25af"
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

export const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (isLayout(character)) continue
    if (index > from) pieces.push({ text: text.slice(from, index), code: undefined })
    pieces.push({ text: signOf(character), code: codeOf(character) })
    from = index + character.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), code: undefined })
  return pieces
}

/** The text with signs for its control characters, for places that take plain text only: titles of windows and tooltips. */
export const signed = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join("")

/** What a person can type of a text that they see: without its control characters, and with single spaces. */
export const typeable = (text: string): string => text.replace(hidden, "").replace(/\s+/gu, " ").trim()

const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** Whether a name has letters of both directions, so that it may read otherwise than it is. */
export const mixesDirections = (text: string): boolean => leftToRight.test(text) && rightToLeft.test(text)
