/** A text of the rule language. */
export const quoted = (text: string): string =>
  `'${text.replaceAll(/[\\'\p{Cc}\u2028\u2029]/gu, (sign) =>
    sign === "\\" || sign === "'" ? `\\${sign}` : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`
  )}'`
