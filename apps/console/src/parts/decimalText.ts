/** Exact decimals as people write them: every digit that came is shown, and none is made up. */

/** @param currency ISO 4217, of an amount of money. */
export const decimalText = (language: string, decimal: string, currency?: string): string => {
  if (!/^-?\d+(?:\.\d+)?$/u.test(decimal)) return decimal
  const digits = decimal.split(".")[1]?.length ?? 0
  if (digits > 100) return decimal
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    ...(currency === undefined ? {} : { style: "currency", currency })
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was looked at above; as a text it keeps all of its digits
  return format.format(decimal as `${number}`)
}
