/** A number as a person types it in their language, read for the form. */

export interface NumberSigns {
  readonly decimal: string
  readonly group: string
}

export const signsOf = (language: string): NumberSigns => {
  const parts = new Intl.NumberFormat(language).formatToParts(1234567.8)
  const sign = (wanted: string, usual: string): string => parts.find(({ type }) => type === wanted)?.value ?? usual
  return { decimal: sign("decimal", "."), group: sign("group", ",") }
}

const NUMBER = /^([+-]?)0*(\d+?)(\.\d+)?$/
/** Spaces of every width, and the apostrophe, separate groups in some languages. */
const BLANKS = /[\s’']/gu

const grouped = ({ decimal, group }: NumberSigns): RegExp => {
  const between = /[\s’']/u.test(group) ? "" : `[${group}]`
  return new RegExp(`^[+-]?\\d{1,3}(${between}\\d{3})+([${decimal}]\\d*)?$`, "u")
}

/**
 * @returns the number in the form's own form (`1234.50`), with the zeros that were typed; or the text as it was typed, where it is not a number
 * yet. Signs that separate groups count only between groups of three digits: in German `1.500` is one thousand five hundred, and `1.5` is
 * one and a half.
 */
export const readNumber = (typed: string, signs: NumberSigns): string => {
  const plain = typed
    .trim()
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, "")
    .replace("−", "-")
    .replace(BLANKS, "")
  const ungrouped = grouped(signs).test(plain) ? plain.replaceAll(signs.group, "") : plain
  const [, sign, whole, fraction = ""] = NUMBER.exec(pointed(ungrouped, signs)) ?? []
  return whole === undefined ? typed : `${sign === "-" ? "-" : ""}${whole}${fraction}`
}

const pointed = (plain: string, { decimal }: NumberSigns): string => {
  const text = decimal === "." ? plain : plain.replace(decimal, ".")
  return text.startsWith(".") ? `0${text}` : text
}

const READ = /^-?\d+(\.\d+)?$/

/** What `readNumber` read, with the decimal sign of the language. Any other text as it is. */
export const writeNumber = (value: string, { decimal }: NumberSigns): string =>
  READ.test(value) ? value.replace(".", decimal) : value
